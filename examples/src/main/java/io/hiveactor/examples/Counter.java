package io.hiveactor.examples;

import static java.time.Duration.ofSeconds;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.Hive;

public final class Counter implements TypedHandler<Counter.Command> {
    sealed interface Command {}
    record Add(int amount) implements Command {}
    record Total() implements Command, Request<Command, Integer> {}

    private int total; // needs no lock: the actor handles one message at a time

    @Override
    public void onMessage(TypedContext<Command> self, Command command) {
        switch (command) {
            case Add add -> total += add.amount();
            case Total question -> self.reply(question, total);
        }
    }

    public static void main(String[] args) {
        try (Hive hive = Hive.start()) {
            Ref<Command> counter = Ref.spawn(hive, Command.class, new Counter());
            counter.notify(new Add(40)).orThrow();
            counter.notify(new Add(2)).orThrow();
            System.out.println("total: " + counter.request(new Total(), ofSeconds(1)).orThrow());
        }
    }
}
