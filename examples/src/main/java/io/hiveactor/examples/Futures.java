package io.hiveactor.examples;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Typed actors and the futures of the world outside: giving one, being an executor, and waiting for one. */
public final class Futures {
    private static final Duration LONG = Duration.ofSeconds(10);

    private Futures() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start()) {
            askThePorter(hive);
            waitForTheWorld(hive);
        }
    }

    sealed interface Command {}

    record Arrival(String name) implements Command {}

    record WhoComes() implements Command, Request<Command, String> {}

    /** Gives each arrival to one who asked, whichever of the two is first. */
    private static final class Porter implements TypedHandler<Command> {
        private final Queue<String> arrivals = new ArrayDeque<>();
        private final Queue<DeferredReply<String>> curious = new ArrayDeque<>();

        @Override
        public void onMessage(TypedContext<Command> self, Command command) {
            switch (command) {
                case Arrival arrival when curious.isEmpty() -> arrivals.add(arrival.name());
                case Arrival arrival -> requireSent(curious.remove().reply(arrival.name()));
                case WhoComes question when arrivals.isEmpty() -> curious.add(self.deferReply(question));
                case WhoComes question -> requireSent(self.reply(question, arrivals.remove()));
            }
        }

        int waiting() {
            return arrivals.size() + curious.size();
        }
    }

    private static void askThePorter(Hive hive) {
        var porter = new Porter();
        Ref<Command> door = Ref.spawn(hive, Command.class, porter);
        CompletionStage<RequestResult<String>> next = door.requestAsync(new WhoComes(), LONG);
        SendStatus sent = door.send(new Arrival("Grace"), LONG);
        System.out.println("sent: " + sent);
        System.out.println("who comes: " + next.toCompletableFuture().join().orThrow());

        int waiting = CompletableFuture.supplyAsync(porter::waiting, door.asExecutor()).join();
        System.out.println("waiting: " + waiting);
    }

    private static void waitForTheWorld(Hive hive) {
        var answer = new CompletableFuture<Integer>();
        Ref<String> thinker = Ref.spawnBody(hive, String.class, self -> {
            String question = self.receive();
            int value = self.context().await(answer, LONG); // only this actor waits
            System.out.println(question + " " + value);
        });
        System.out.println("asked: " + thinker.notify("six times seven is"));
        answer.complete(42);
    }

    private static void requireSent(ReplyStatus status) {
        if (status != ReplyStatus.SENT) {
            throw new IllegalStateException("not answered: " + status);
        }
    }
}
