package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Receives that wait, each in a virtual thread of its own. */
final class Receivers {
    /*
     * After each call it has to be known who of them has what he waited for. An unparked virtual thread counts as runnable
     * at once, so all is quiet when twice in a row each of them is seen parked or ended, and the same ones: who ends may have
     * woken another whom we had looked at before.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private record Receiver(Thread thread, FutureTask<List<Delivery<JsonNode, JsonNode>>> result) {}

    private final Map<String, Receiver> waiting = new LinkedHashMap<>();

    void start(String name, Callable<List<Delivery<JsonNode, JsonNode>>> receive) throws InterruptedException {
        var result = new FutureTask<>(receive);
        waiting.put(name, new Receiver(Thread.ofVirtual().name(name).start(result), result));
    }

    /** What one of them got; null if it waits. */
    @Nullable List<Delivery<JsonNode, JsonNode>> takeIfDone(String name) {
        settle();
        Receiver receiver = waiting.get(name);
        if (receiver == null || !receiver.result.isDone()) {
            return null;
        }
        waiting.remove(name);
        return receiver.result.resultNow();
    }

    /** Those who wait no more, and what they got. */
    Map<String, List<Delivery<JsonNode, JsonNode>>> takeDone() throws InterruptedException {
        Map<String, List<Delivery<JsonNode, JsonNode>>> done = new LinkedHashMap<>();
        for (String name : List.copyOf(waiting.keySet())) {
            List<Delivery<JsonNode, JsonNode>> got = takeIfDone(name);
            if (got != null) {
                done.put(name, got);
            }
        }
        return done;
    }

    private void settle() {
        long begunNanos = System.nanoTime();
        List<Thread.State> before = List.of();
        List<Thread.State> now = states();
        while (!areQuiet(now) || !now.equals(before)) {
            if (System.nanoTime() - begunNanos > PATIENCE_NANOS) {
                throw new IllegalStateException("receivers do not come to rest: " + now);
            }
            Thread.onSpinWait();
            before = now;
            now = states();
        }
    }

    private List<Thread.State> states() {
        List<Thread.State> states = new ArrayList<>();
        waiting.values().forEach(each -> states.add(each.thread.getState()));
        return states;
    }

    private static boolean areQuiet(List<Thread.State> states) {
        return states.stream().allMatch(each -> each == Thread.State.WAITING || each == Thread.State.TERMINATED);
    }
}
