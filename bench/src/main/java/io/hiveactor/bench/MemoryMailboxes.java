package io.hiveactor.bench;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.time.Duration;
import java.util.ArrayDeque;

/** A send, a receive and an acknowledge by one thread, in a mailbox in memory that is anything but empty. */
final class MemoryMailboxes implements Contestant {
    private static final Duration LEASE = Duration.ofHours(1);

    private final MemoryMailbox<Integer, Void> mailbox =
            new MemoryMailbox<>(MemoryConfig.named("bench").withMaxSize(Integer.MAX_VALUE));
    /** The oldest of them is acknowledged next. */
    private final ArrayDeque<Delivery<Integer, Void>> inFlight = new ArrayDeque<>();

    private int sent;

    private MemoryMailboxes(int waiting, int leased) throws InterruptedException {
        for (int i = 0; i < leased; i++) {
            send();
            inFlight.add(receive());
        }
        for (int i = 0; i < waiting; i++) {
            send();
        }
    }

    /** So many messages are visible all the time. */
    static Contestant waiting(int messages) {
        return holding(messages, 0);
    }

    /** So many are leased all the time, and one is acknowledged after as many others were. */
    static Contestant inFlight(int messages) {
        return holding(0, messages);
    }

    private static Contestant holding(int waiting, int leased) {
        try {
            return new MemoryMailboxes(waiting, leased);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long run(int operations) throws InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            send();
            inFlight.add(receive());
            if (inFlight.remove().acknowledge() != AckStatus.DONE) {
                throw new IllegalStateException("a lease has ended");
            }
        }
        return System.nanoTime() - begin;
    }

    private void send() {
        if (!(mailbox.send(sent++) instanceof Sent)) {
            throw new IllegalStateException("not sent");
        }
    }

    private Delivery<Integer, Void> receive() throws InterruptedException {
        return mailbox.receive(1, LEASE, Duration.ZERO).getFirst();
    }

    @Override
    public void close() {
        mailbox.close();
    }
}
