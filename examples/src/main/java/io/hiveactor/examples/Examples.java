package io.hiveactor.examples;

import io.hiveactor.examples.orders.Orders;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Runs an example by its name: {@code ./hive example NAME [args]}. */
public final class Examples {
    private static final int USAGE = 2;

    private static final Map<String, Example> BY_NAME = new TreeMap<>(Map.ofEntries(
            entry("counter", Counter::main),
            entry("hello", Hello::main),
            entry("lifecycle", Lifecycle::main),
            entry("pingpong", PingPong::main),
            entry("blocking", Blocking::main),
            entry("timers", Timers::main),
            entry("crash", Crash::main),
            entry("backpressure", Backpressure::main),
            entry("request-reply", RequestReply::main),
            entry("selective-receive", SelectiveReceive::main),
            entry("futures", Futures::main),
            entry("deadlock", Deadlocked::main),
            entry("explore", Explore::main),
            entry("links", Links::main),
            entry("listen", Listen::main),
            entry("orders", Orders::main),
            entry("sensors", Sensors::main),
            entry("stdio", Stdio::main),
            entry("telemetry", Telemetry::main),
            entry("supervisor", Supervised::main),
            entry("workers", Workers::main),
            entry("work-queue", WorkQueue::main)));

    private Examples() {}

    public static void main(String[] args) throws Exception {
        int code = run(args, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** The exit code: 0, or 2 if there is no such example, which {@code err} is told. */
    static int run(String[] args, PrintStream err) throws Exception {
        Example example = args.length == 0 ? null : BY_NAME.get(args[0]);
        if (example == null) {
            err.println(args.length == 0 ? "which example?" : "there is no example " + args[0]);
            err.println("usage: ./hive example NAME [args], where NAME is one of: "
                    + String.join(", ", BY_NAME.keySet()));
            return USAGE;
        }
        example.main(Arrays.copyOfRange(args, 1, args.length));
        return 0;
    }

    private static Map.Entry<String, Example> entry(String name, Example example) {
        return Map.entry(name, example);
    }

    /** The main method of an example. */
    @FunctionalInterface
    private interface Example {
        void main(String[] args) throws Exception;
    }
}
