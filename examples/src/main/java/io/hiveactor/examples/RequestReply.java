package io.hiveactor.examples;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A customer asks a clerk, who asks an archive, which is closed at first. Then the main thread asks a typed account.
 */
public final class RequestReply {
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int COUNT = 1;
    private static final int LOOK_UP = 2;
    private static final int OPEN = 3;
    private static final int RETIRE = 4;

    private RequestReply() {}

    public static void main(String[] args) {
        var config = HiveConfig.builder().shards(1).build(); // what another shard's actor does is seen less exactly
        try (Hive hive = Hive.start(config)) {
            ActorId archive = hive.spawn(new Archive(), ActorConfig.named("archive"));
            ActorId clerk = hive.spawn(
                    (context, request) -> serve(context, request, archive), ActorConfig.named("clerk"));
            RegisterStatus registered = hive.names().register("front desk", clerk);
            System.out.println("the clerk at the front desk: " + registered);
            ActorId _ = hive.spawn(context -> ask(context, clerk, archive));
        }
        try (Hive hive = Hive.start()) {
            useAccount(hive);
        }
    }

    // ---- untyped: tags, and bytes or objects ----

    private static void ask(ActorContext context, ActorId clerk, ActorId archive) {
        print(context.request(clerk, COUNT, "letters", LONG));
        print(context.request(clerk, LOOK_UP, "a deed", SOON)); // the archive is closed
        NotifyStatus opened = context.notify(archive, OPEN, "good morning");
        System.out.println("to the archive: " + opened);
        print(context.request("front desk", LOOK_UP, "a will", LONG));
        print(context.request(clerk, RETIRE, "have a good time", LONG));
        print(context.request(clerk, COUNT, "sheep", LONG));
    }

    private static void print(RequestResult<Message> answer) {
        String text = switch (answer) {
            case Reply<Message> reply -> "answer: " + reply.value().object();
            case NoReply<Message> none when none.target() != null -> none.reason() + ": " + none.target();
            case NoReply<Message> none -> none.reason().toString();
        };
        System.out.println(text);
    }

    private static void serve(ActorContext context, Message request, ActorId archive) {
        if (request.tag() == RETIRE) {
            context.exit(ExitReason.NORMAL); // and the customer need not wait any longer
        }
        String question = request.as(String.class);
        Object answer = request.tag() == COUNT
                ? question.length()
                : found(context.request(archive, LOOK_UP, question, LONG));
        if (context.reply(request, answer) == ReplyStatus.NOT_WAITING) {
            System.out.println("too late: " + answer);
        }
    }

    private static Object found(RequestResult<Message> answer) {
        return switch (answer) {
            case Reply<Message> reply -> reply.value().as(String.class);
            case NoReply<Message> none -> "nothing, " + none.reason();
        };
    }

    /** Keeps questions until it is opened. */
    private static final class Archive implements Handler {
        private final List<DeferredReply<Object>> waiting = new ArrayList<>();
        private boolean isOpen;

        @Override
        public void onMessage(ActorContext context, Message message) {
            if (message.tag() == OPEN) {
                isOpen = true;
                waiting.forEach(right -> requireSent(right.reply("a dusty file")));
            } else if (isOpen) {
                requireSent(context.reply(message, "a file on " + message.object()));
            } else {
                waiting.add(context.deferReply(message));
            }
        }
    }

    // ---- typed: sealed messages ----

    sealed interface Command {}

    record Deposit(int amount) implements Command {}

    record Balance() implements Command, Request<Command, Integer> {}

    private static final class Account implements TypedHandler<Command> {
        private int balance;

        @Override
        public void onMessage(TypedContext<Command> self, Command command) {
            switch (command) {
                case Deposit deposit -> balance += deposit.amount();
                case Balance question -> requireSent(self.reply(question, balance));
            }
        }
    }

    private static void useAccount(Hive hive) {
        Ref<Command> account = Ref.spawn(hive, Command.class, new Account());
        NotifyStatus deposited = account.notify(new Deposit(70));
        String balance = switch (account.request(new Balance(), LONG)) {
            case Reply<Integer> answered -> deposited + ", and there are " + answered.value();
            case NoReply<Integer> none -> "no answer: " + none.reason();
        };
        System.out.println(balance);

        String later = account.requestAsync(new Balance(), LONG)
                .thenApply(answer -> "told later: " + answer.orThrow())
                .toCompletableFuture()
                .join();
        System.out.println(later);
    }

    private static void requireSent(ReplyStatus status) {
        if (status != ReplyStatus.SENT) {
            throw new IllegalStateException("not answered: " + status);
        }
    }
}
