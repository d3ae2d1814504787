package io.hiveactor.examples;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.testkit.ScheduleExplorer;
import io.hiveactor.testkit.ScheduleExplorer.Exploration;
import io.hiveactor.testkit.ScheduleExplorer.FailedSchedule;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;

/**
 * Two transfers from one account, under every schedule. Each transfer reads the balance and then takes the money, so both
 * may find enough for themselves. The mended account checks and takes in one message.
 */
public final class Explore {
    private static final Duration LONG = Duration.ofSeconds(10);

    private Explore() {}

    public static void main(String[] args) {
        Exploration broken = ScheduleExplorer.upTo(1_000).explore(Explore::transferByTwoMessages);
        System.out.println("check, then take: " + broken);
        FailedSchedule failed = broken.failed();
        if (failed != null) {
            System.out.println(failed.reason() + ", by schedule " + failed.schedule());
            System.out.println(failed.trace());
        }
        Exploration mended = ScheduleExplorer.upTo(1_000).explore(Explore::transferByOneMessage);
        System.out.println("check and take: " + mended);
    }

    sealed interface Command {}

    record Balance() implements Command, Request<Command, Integer> {}

    /** Takes what it says, whether it is there or not: the sender has looked. */
    record Take(int amount) implements Command {}

    /** Takes what it says if it is there; the answer is whether it was. */
    record Withdraw(int amount) implements Command, Request<Command, Boolean> {}

    /** An account with a balance of 100. */
    static final class Account implements TypedHandler<Command> {
        private int balance = 100;

        @Override
        public void onMessage(TypedContext<Command> self, Command command) {
            switch (command) {
                case Balance question -> requireSent(self.reply(question, balance));
                case Take take -> balance -= take.amount();
                case Withdraw withdraw -> requireSent(self.reply(withdraw, withdraw(withdraw.amount())));
            }
        }

        private boolean withdraw(int amount) {
            boolean isCovered = amount <= balance;
            balance -= isCovered ? amount : 0;
            return isCovered;
        }
    }

    /** What a transfer abroad costs, by the country. */
    record Fee(String country) implements Request<Fee, Integer> {}

    static void transferByTwoMessages(TestRuntime runtime) {
        transfer(runtime, (account, amount) -> {
            if (amount <= ask(account, new Balance())) {
                requireSent(account.notify(new Take(amount))); // what was true a moment ago
            }
        });
    }

    static void transferByOneMessage(TestRuntime runtime) {
        transfer(runtime, (account, amount) -> {
            boolean isDone = ask(account, new Withdraw(amount));
            assert isDone || amount > 0;
        });
    }

    /** A way to take money from an account, if it is there. */
    private interface Transfer {
        void run(Ref<Command> account, int amount);
    }

    /** Alice pays 80; Bob pays 70 and asks for the fee before. The account has 100. */
    private static void transfer(TestRuntime runtime, Transfer transfer) {
        var account = new Account();
        Ref<Command> ref = Ref.spawn(runtime.hive(), Command.class, account, ActorConfig.named("account"));
        Ref<Fee> fees = Ref.spawn(runtime.hive(), Fee.class,
                (self, question) -> requireSent(self.reply(question, 2)), ActorConfig.named("fees"));
        ActorId _ = runtime.hive().spawn(self -> transfer.run(ref, 80), ActorConfig.named("alice"));
        ActorId _ = runtime.hive().spawn(
                self -> transfer.run(ref, 70 + ask(fees, new Fee("FR"))), ActorConfig.named("bob"));

        runtime.runUntilBlocked();

        if (account.balance < 0) {
            throw new AssertionError("the account is overdrawn: " + account.balance);
        }
    }

    private static <M, A> A ask(Ref<M> ref, Request<M, A> question) {
        return switch (ref.request(question, LONG)) {
            case Reply<A> answer -> answer.value();
            case NoReply<A> none -> throw new IllegalStateException(question + " was not answered: " + none.reason());
        };
    }

    private static void requireSent(ReplyStatus status) {
        if (status != ReplyStatus.SENT) {
            throw new IllegalStateException("not answered: " + status);
        }
    }

    private static void requireSent(NotifyStatus status) {
        if (status != NotifyStatus.SENT) {
            throw new IllegalStateException("not sent: " + status);
        }
    }
}
