package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;

/**
 * An actor of a hive sends itself a message and receives it from behind others that it does not want. The peers have
 * no such receive.
 */
final class HiveSelectiveReceive implements ActorBody {
    private static final Object SOMETHING = new Object();
    private static final int UNWANTED = 1;
    private static final int WANTED = 2;
    private static final MessageFilter IS_WANTED = MessageFilter.any().tag(WANTED);

    private final ActorId referee;
    private final int unwanted;

    private HiveSelectiveReceive(ActorId referee, int unwanted) {
        this.referee = referee;
        this.unwanted = unwanted;
    }

    /** @param unwanted how many messages stay in the mailbox */
    static Contestant past(int unwanted, FiberMode mode) {
        return new HiveMatch(HiveMatch.oneShard(mode),
                (hive, referee) -> hive.spawn(new HiveSelectiveReceive(referee, unwanted)));
    }

    @Override
    public void run(ActorContext self) {
        while (true) {
            int operations = self.receive().as(Integer.class);
            for (int i = 0; i < unwanted; i++) {
                sent(self.notify(self.self(), UNWANTED, SOMETHING));
            }
            for (int i = 0; i < operations; i++) {
                sent(self.notify(self.self(), WANTED, SOMETHING));
                if (!(self.receive(IS_WANTED) instanceof Message)) {
                    throw new IllegalStateException("an endless receive gave nothing");
                }
            }
            clear(self);
            sent(self.notify(referee, SOMETHING));
        }
    }

    /** Leaves an empty mailbox, so that the hive can be closed in peace. What it costs vanishes in a round. */
    private void clear(ActorContext self) {
        if (self.pending() != unwanted) {
            throw new IllegalStateException(self.pending() + " messages are left, not " + unwanted);
        }
        for (int i = 0; i < unwanted; i++) {
            self.receive();
        }
    }
}
