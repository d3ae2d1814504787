package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Within a shard, messages make no objects but the users' own. All runs on this thread, so it counts them all. */
class IpcAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final int TIMES = 3;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private sealed interface Mail {}

    private record News() implements Mail {}

    private record Question() implements Mail, Request<Mail, Question> {}

    private static final News NEWS = new News();
    private static final Question QUESTION = new Question();

    /** So few slots that most sends wait. */
    private final TestRuntime runtime =
            TestRuntime.inOrder(TestRuntime.config().debug(false).messages(12).reservedMessages(2).build());

    private int sent;
    private int received;

    /** Takes everything, and answers questions with what was asked. */
    private ActorId taker() {
        return runtime.hive().spawn((self, message) -> {
            received++;
            if (message.messageClass() == MessageClass.REQUEST) {
                check(self.reply(message, QUESTION) == ReplyStatus.SENT);
            }
        });
    }

    @Test
    void aNotifyMakesNoObjects() {
        ActorId taker = taker();
        checkThatNothingIsMade(self -> {
            check(self.notify(taker, 1, NEWS) == NotifyStatus.SENT);
            if (++sent % 5 == 0) {
                self.yield(); // so that there is room
            }
        });
        assertEquals(TIMES * ROUNDS, received);
    }

    @Test
    void aSendMakesNoObjectsAlsoIfItWaits() {
        ActorId taker = taker();
        checkThatNothingIsMade(self -> check(self.send(taker, 1, QUESTION, SECOND) == SendStatus.SENT));
        assertEquals(TIMES * ROUNDS, received);
    }

    @Test
    void aRequestAndItsReplyMakeNoObjects() {
        ActorId taker = taker();
        checkThatNothingIsMade(self -> {
            RequestResult<Message> answer = self.request(taker, 1, QUESTION, SECOND);
            check(answer instanceof Reply<Message> reply && reply.value().object() == QUESTION);
        });
    }

    @Test
    void aSelectiveReceiveMakesNoObjects() {
        MessageFilter second = MessageFilter.any().tag(2);
        checkThatNothingIsMade(self -> {
            check(self.notify(self.self(), 1, QUESTION) == NotifyStatus.SENT);
            check(self.notify(self.self(), 2, QUESTION) == NotifyStatus.SENT);
            check(self.receive(second, SECOND) instanceof Message message && message.tag() == 2);
            check(self.receive(SECOND) instanceof Message message && message.tag() == 1);
        });
    }

    @Test
    void aTypedReferenceWrapsNothing() {
        Ref<Mail> taker = Ref.spawn(runtime.hive(), Mail.class, (self, mail) -> {
            received++;
            switch (mail) {
                case News news -> check(news == NEWS);
                case Question question -> check(self.reply(question, question) == ReplyStatus.SENT);
            }
        });
        checkThatNothingIsMade(self -> {
            check(taker.notify(NEWS) == NotifyStatus.SENT);
            check(taker.send(NEWS, SECOND) == SendStatus.SENT);
            check(taker.request(QUESTION, SECOND) instanceof Reply<Question> answer
                    && answer.value() == QUESTION);
        });
        assertEquals(3 * TIMES * ROUNDS, received);
    }

    /** Makes many rounds again and again, and counts the last time: before, classes are loaded. */
    private void checkThatNothingIsMade(Consumer<ActorContext> round) {
        var rounds = runtime.start(self -> {
            for (int i = 0; i < TIMES; i++) {
                rounds(self, round);
                self.sleep(ofMillis(1));
            }
            return true;
        });
        long bytes = 0;
        for (int i = 1; i < TIMES; i++) {
            long before = allocatedBytes();
            runtime.advance(ofMillis(1));
            bytes = allocatedBytes() - before;
        }
        runtime.advance(ofMillis(1));
        assertTrue(rounds.resultNow());
        // no object is smaller than 16 bytes
        assertTrue(bytes < 4 * ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
        runtime.close();
    }

    private static void rounds(ActorContext self, Consumer<ActorContext> round) {
        for (int i = 0; i < ROUNDS; i++) {
            round.accept(self);
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @BeforeAll
    static void readManagement() { // the module under test has no need of it
        Module own = IpcAllocationTest.class.getModule();
        for (String name : List.of("java.management", "jdk.management")) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }
}
