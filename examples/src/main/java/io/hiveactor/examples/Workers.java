package io.hiveactor.examples;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.Routing;
import io.hiveactor.ipc.TypedChild;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.ipc.TypedSupervisor;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.supervision.Restart;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import java.time.Duration;
import java.util.List;

/** A supervisor runs a store and a pool of parsers. A line that crashes its parser does not affect the other lines. */
public final class Workers {
    private static final Duration LONG = Duration.ofSeconds(10);

    private Workers() {}

    sealed interface StoreCommand {}

    record Put(int number) implements StoreCommand {}

    record Sum() implements StoreCommand, Request<StoreCommand, Integer> {}

    record Line(String text) implements Request<Line, Integer> {}

    private static final class Store implements TypedHandler<StoreCommand> {
        private int sum;

        @Override
        public void onMessage(TypedContext<StoreCommand> self, StoreCommand command) {
            switch (command) {
                case Put put -> sum += put.number();
                case Sum question -> self.reply(question, sum);
            }
        }
    }

    private static final class Parser implements TypedHandler<Line> {
        private final Ref<StoreCommand> store;

        Parser(Ref<StoreCommand> store) {
            this.store = store;
        }

        @Override
        public void onMessage(TypedContext<Line> self, Line line) {
            int number = Integer.parseInt(line.text());
            store.notify(new Put(number)).orThrow();
            self.reply(line, number);
        }
    }

    public static void main(String[] args) {
        try (Hive hive = Hive.start()) {
            TypedChild<StoreCommand> store = TypedChild.of("store", StoreCommand.class, Store::new);
            TypedChild<Line> parsers = TypedChild.withSiblings("parsers", Line.class,
                            siblings -> new Parser(siblings.ref(store)))
                    .pooled(3, Routing.leastLoaded());
            TypedSupervisor supervisor = TypedSupervisor.start(hive, Strategy.ONE_FOR_ONE, store, parsers);

            Ref<Line> lines = supervisor.ref(parsers);
            for (String text : List.of("17", "one", "25")) {
                System.out.println(text + ": " + answer(lines, new Line(text)));
            }
            System.out.println("sum: " + supervisor.ref(store).request(new Sum(), LONG).orThrow());

            TypedChild<Line> session = TypedChild.of("session 7", Line.class, Session::new)
                    .withRestart(Restart.TEMPORARY);
            Ref<Line> started = supervisor.startChild(session);
            System.out.println("session 7: " + answer(started, new Line("hello")));
            System.out.println("stopped: " + supervisor.stopChild(session));

            StopStatus status = supervisor.stop();
            System.out.println("supervisor: " + status);
        }
    }

    private static final class Session implements TypedHandler<Line> {
        @Override
        public void onMessage(TypedContext<Line> self, Line line) {
            self.reply(line, line.text().length());
        }
    }

    private static String answer(Ref<Line> target, Line line) {
        return switch (target.request(line, LONG)) {
            case Reply<Integer> reply -> reply.value().toString();
            case NoReply<Integer> none -> none.reason().toString();
        };
    }
}
