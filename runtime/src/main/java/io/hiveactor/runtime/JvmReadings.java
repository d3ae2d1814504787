package io.hiveactor.runtime;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * What the JVM says of the time its threads had on a CPU, and of the classes it has loaded.
 *
 * <p><b>Threads:</b> any thread.
 */
interface JvmReadings {
    /**
     * The CPU time of the thread that runs a shard, or an upper bound of it: in mode JDK_SCHEDULER, where that may be any thread
     * of the JDK's scheduler, the time of the whole process. Only differences mean something.
     */
    long cpuNanos(Shard shard);

    /** How many classes have been loaded since the JVM started. */
    long loadedClasses();

    /** Those of this JVM; made when they are first asked for, because that loads many classes. */
    final class Live implements JvmReadings {
        static final JvmReadings INSTANCE = new Live();

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        private final OperatingSystemMXBean process =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        private Live() {}

        @Override
        public long cpuNanos(Shard shard) {
            Thread carrier = shard.carrier();
            boolean isKnown = carrier != null && threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
            long nanos = carrier != null && isKnown
                    ? threads.getThreadCpuTime(carrier.threadId()) : process.getProcessCpuTime();
            return nanos < 0 ? System.nanoTime() : nanos; // where it is not measured, as if it had a CPU all the time
        }

        @Override
        public long loadedClasses() {
            return classes.getTotalLoadedClassCount();
        }
    }
}
