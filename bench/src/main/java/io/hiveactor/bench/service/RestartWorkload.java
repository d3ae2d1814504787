package io.hiveactor.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long the service takes until it is ready again with many stored messages, and how much heap it then uses. */
public final class RestartWorkload implements ServiceWorkload {
    private static final Pattern USED = Pattern.compile("\\bused (\\d+)K");
    private static final double KIB_PER_MIB = 1024;
    private static final long JCMD_SECONDS = 60;
    /** The keys of all messages are still held: a start reads them all. */
    private static final List<String> SETTINGS = List.of("--mailbox.t_replay", "24h");

    private final HiveBroker broker;
    private final boolean kill;
    private double heapMib;

    /** @param kill without warning; else the service is asked to end */
    public RestartWorkload(int storedMessages, boolean kill) {
        this.kill = kill;
        broker = HiveBroker.start(List.of("-Xmx512m"), SETTINGS);
        try {
            StoredMessages.send(broker, storedMessages);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    @Override
    public double run(int operations) {
        long nanos = 0;
        for (int i = 0; i < operations; i++) {
            nanos += broker.restart(kill).toNanos();
        }
        heapMib = heapMib(broker.running().pid());
        return (double) nanos / operations;
    }

    /** What is left after a full collection. */
    private static double heapMib(long pid) {
        String collected = jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("no heap in what jcmd shows after: " + collected);
        }
        return Long.parseLong(used.group(1)) / KIB_PER_MIB;
    }

    private static String jcmd(long pid, String command) {
        try {
            Process process = new ProcessBuilder(ChildJvm.jdkTool("jcmd"), String.valueOf(pid), command)
                    .redirectErrorStream(true).start();
            try {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!process.waitFor(JCMD_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    throw new IllegalStateException("jcmd " + command + ": " + output);
                }
                return output;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public Map<String, Double> figures() {
        return Map.of("heapMiB", heapMib);
    }

    @Override
    public void close() {
        broker.close();
    }
}
