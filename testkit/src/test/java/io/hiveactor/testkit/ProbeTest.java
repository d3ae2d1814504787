package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    sealed interface Command {}

    record Deposit(int amount) implements Command {}

    record Balance() implements Command, Request<Command, Integer> {}

    private final TestRuntime runtime = new TestRuntime();
    private final Probe<Command> probe = runtime.probe(Command.class);

    @AfterEach
    void close() {
        runtime.close();
    }

    private void send(Command... commands) {
        for (Command command : commands) {
            assertEquals(NotifyStatus.SENT, probe.ref().notify(command));
        }
    }

    private CompletableFuture<Object> ask() {
        return runtime.start(self ->
                probe.ref().request(new Balance(), LONG) instanceof Reply<Integer> answer ? answer.value() : "none");
    }

    private static String failureOf(Runnable expectation) {
        return assertThrows(AssertionError.class, expectation::run).getMessage();
    }

    @Nested
    class GivenMessages {
        @Test
        void theyAreExpectedInOrderByValueTypeAndCondition() {
            send(new Deposit(1), new Deposit(2), new Deposit(3), new Deposit(4));

            probe.expect(new Deposit(1));
            assertEquals(2, probe.expect(Deposit.class).amount());
            assertEquals(3, probe.expect(Deposit.class, each -> each.amount() > 2).amount());
            assertEquals(List.of(new Deposit(4)), probe.received());
            assertEquals(new Deposit(4), probe.next());
            probe.expectNothing();
        }

        @Test
        void eachExpectationCanFail() {
            send(new Deposit(1), new Deposit(2), new Deposit(3));

            assertTrue(failureOf(probe::expectNothing).contains("expected nothing but received [Deposit[amount=1], "));
            assertTrue(failureOf(() -> probe.expect(new Deposit(9)))
                    .contains("expected Deposit[amount=9] but received Deposit[amount=1]"));
            assertTrue(failureOf(() -> probe.expect(Balance.class))
                    .contains("expected a Balance but received Deposit[amount=2]"));
            assertTrue(failureOf(() -> probe.expect(Deposit.class, each -> each.amount() == 9))
                    .contains("received Deposit[amount=3], which does not meet the condition"));
            String nothing = failureOf(probe::next);
            assertTrue(nothing.contains("has received nothing (seed " + runtime.seed() + ")"), nothing);
        }

        @Test
        void oneOfAnotherTypeCrashesIt() {
            Ref<Object> anything = Ref.of(runtime.hive(), probe.id());
            assertEquals(NotifyStatus.SENT, anything.notify("text"));
            runtime.runUntilBlocked();

            String cause = String.valueOf(runtime.exitOf(probe.id()).cause());
            assertTrue(cause.contains("Command and received text"), cause);
        }
    }

    @Nested
    class GivenRequests {
        @Test
        void eachIsAnsweredWhenTheTestSaysSo() {
            CompletableFuture<Object> first = ask();
            CompletableFuture<Object> second = ask();
            Balance one = probe.expect(Balance.class);
            Balance other = probe.expect(Balance.class);
            assertFalse(first.isDone() || second.isDone());

            probe.answer(other, 2);
            probe.answer(one, 1);

            assertEquals(1, first.resultNow());
            assertEquals(2, second.resultNow());
        }

        @Test
        void anAnswerThatIsNotDueIsRefused() {
            assertThrows(IllegalArgumentException.class, () -> probe.answer(new Balance(), 1));

            CompletableFuture<Object> asked = ask();
            Balance request = probe.expect(Balance.class);
            probe.answer(request, 1);
            assertEquals(1, asked.resultNow());
            assertThrows(IllegalArgumentException.class, () -> probe.answer(request, 1));
        }

        @Test
        void anAnswerThatComesTooLateFails() {
            CompletableFuture<Object> asked = ask();
            Balance request = probe.expect(Balance.class);
            runtime.advance(LONG);
            assertEquals("none", asked.resultNow());

            assertTrue(failureOf(() -> probe.answer(request, 1)).contains("could not answer Balance[]: NOT_WAITING"));
        }
    }
}
