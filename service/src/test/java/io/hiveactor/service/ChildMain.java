package io.hiveactor.service;

import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.time.Clocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The service in a process of its own, with a probe that stops it at a point of its store. The parent orders where by a line
 * {@code park POINT N} on standard input, or by the first argument if it is about the start.
 */
public final class ChildMain {
    static final String NO_ORDER = "-";

    /** Stop when the point is reached for the n-th time from now on. */
    private record Order(StoreProbe.Point point, int times) {
        static Order parse(String text) {
            String[] words = text.split(" ", -1);
            return new Order(StoreProbe.Point.valueOf(words[1]), Integer.parseInt(words[2]));
        }
    }

    private final AtomicReference<Order> order = new AtomicReference<>();

    public static void main(String[] args) {
        List<String> arguments = Arrays.asList(args);
        var child = new ChildMain();
        if (!arguments.getFirst().equals(NO_ORDER)) {
            child.order.set(Order.parse(arguments.getFirst()));
        }
        Thread.ofPlatform().daemon().start(child::readOrders);
        var main = new ServiceMain(
                arguments.subList(1, arguments.size()), Clocks.system(), child::at, System.out, System.err);
        Runtime.getRuntime().halt(main.run());
    }

    private void readOrders() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                order.set(Order.parse(line));
                System.out.println("ordered");
            }
        } catch (IOException parentIsGone) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void at(StoreProbe.Point point) {
        Order now = order.get();
        if (now == null || now.point() != point) {
            return;
        }
        if (now.times() > 1) {
            order.compareAndSet(now, new Order(point, now.times() - 1));
            return;
        }
        System.out.println("parked " + point);
        new Semaphore(0).acquireUninterruptibly(); // like a disk that hangs, until the parent kills this process
    }
}
