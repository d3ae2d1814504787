package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener that is told of drops and sends into the mailbox that is full, so that this is dropped, too. */
class SendingListenerTest {
    private static final int ENOUGH = 1_000;

    private int calls;
    private final TestRuntime runtime = new TestRuntime(TestRuntime.config().listener(new HiveListener() {
        @Override
        public void onDrop(DroppedMessage drop) {
            calls++;
            if (calls < ENOUGH) {
                assertEquals(NotifyStatus.DROPPED, runtime.hive().notify(full, "alarm"));
            }
        }
    }).build(), TestRuntime.freshSeed());

    private final ActorId full = runtime.hive().spawn((ActorBody) self -> self.sleep(Duration.ofMillis(10)),
            ActorConfig.DEFAULT.withLimit(MailboxLimit.dropNewest(1)));

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void isNotToldOfWhatItSendsFromInside() {
        var sent = runtime.start(self -> self.notify(full, 1) == NotifyStatus.SENT
                && self.notify(full, 2) == NotifyStatus.DROPPED);
        assertEquals(true, sent.resultNow());
        assertEquals(1, calls);
        assertEquals(2, runtime.hive().stats().drops());
    }

    @Test
    void isNotToldOfWhatItSendsFromOutside() {
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(full, 1));
        assertEquals(NotifyStatus.DROPPED, runtime.hive().notify(full, 2));
        assertEquals(1, calls);
        assertEquals(2, runtime.hive().stats().drops());
    }
}
