package io.hiveactor.runtime.diagnosis;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WatchConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A few real actors under simulated time that send to each other, ask, answer, hand on and wait, all by chance. */
final class RandomRealHive implements AutoCloseable {
    private static final int CALLS = 14;
    private static final Object SOMETHING = new Object();

    private final Simulation simulation;
    private final List<ActorId> actors = new ArrayList<>();
    private final List<Integer> limits = new ArrayList<>();
    private final int[] calls = new int[RandomSmallHive.MOST];
    private final int size;

    /** What its watch has told; nothing if it has none. */
    final List<Deadlock> told = new ArrayList<>();

    /** @param isWatched whether it looks for deadlocks by itself, as waits begin and whenever it stands still */
    RandomRealHive(long seed, boolean isWatched) {
        var random = new SplittableRandom(seed);
        size = 2 + random.nextInt(RandomSmallHive.MOST - 1);
        int reserved = random.nextInt(2);
        simulation = Simulation.start(HiveConfig.builder().name("real").shards(1 + random.nextInt(2))
                .messages(1 + reserved + random.nextInt(5)).reservedMessages(reserved)
                .watch(isWatched ? WatchConfig.DEFAULT : WatchConfig.OFF).listener(new HiveListener() {
                    @Override
                    public void onDeadlock(Deadlock deadlock) {
                        told.add(deadlock);
                    }
                }).build(), seed);
        for (int i = 0; i < size; i++) {
            int limit = random.nextInt(2) * (1 + random.nextInt(2));
            var choices = new SplittableRandom(random.nextLong());
            int place = i;
            limits.add(limit);
            var config = ActorConfig.named(String.valueOf((char) ('a' + i)));
            actors.add(simulation.hive().spawn(
                    (ActorBody) self -> new Life(self, place, choices, limit > 0).live(),
                    limit == 0 ? config : config.withLimit(MailboxLimit.blockSender(limit))));
        }
    }

    Simulation simulation() {
        return simulation;
    }

    /** Of an actor's mailbox; 0 for none. */
    int limitOf(Identity identity) {
        int place = place(identity);
        return place < 0 ? 0 : limits.get(place); // the errand that logs a full pool may be alive, and has no limit
    }

    /** How many calls an actor has begun. */
    int callsOf(Identity identity) {
        return calls[place(identity)];
    }

    private int place(Identity identity) {
        return "abcdefgh".indexOf(identity.name());
    }

    @Override
    public void close() {
        simulation.close();
    }

    /** One actor: it makes some calls, and ends or becomes idle. */
    private final class Life {
        private final ActorContext self;
        private final int place;
        private final SplittableRandom choices;
        private final boolean isLimited;
        private final Deque<DeferredReply<Object>> debts = new ArrayDeque<>();

        Life(ActorContext self, int place, SplittableRandom choices, boolean isLimited) {
            this.self = self;
            this.place = place;
            this.choices = choices;
            this.isLimited = isLimited;
        }

        void live() {
            for (int i = 0; i < CALLS; i++) {
                call();
            }
            while (choices.nextBoolean()) {
                calls[place]++;
                self.receive();
            }
        }

        private void call() {
            calls[place]++;
            switch (choices.nextInt(10)) {
                case 0, 1 -> send();
                case 2, 3 -> ask();
                case 4 -> took(timeout().equals(Hive.FOREVER) ? self.receive() : null);
                case 5, 6 -> took(self.receive(MessageFilter.any().from(other()), timeout()) instanceof Message one ? one : null);
                case 7 -> select();
                case 8 -> payDebt();
                default -> pause();
            }
        }

        /** Often never, so that there is something to find. */
        private Duration timeout() {
            return choices.nextInt(3) == 0 ? Duration.ofNanos(1 + choices.nextInt(50)) : Hive.FOREVER;
        }

        private ActorId other() {
            ActorId any = actors.get(choices.nextInt(size));
            return any == self.self() ? actors.get((actors.indexOf(any) + 1) % size) : any;
        }

        private void send() {
            SendStatus status = self.send(other(), 0, SOMETHING, timeout());
            assert status != SendStatus.DEADLOCK : "nobody looks";
        }

        private void ask() {
            RequestResult<Message> result = self.request(other(), 0, SOMETHING, timeout());
            assert result != null;
        }

        private void select() {
            Source[] sources = {MessageFilter.any().from(other()), MessageFilter.any().from(other())};
            if (self.select(timeout(), sources) instanceof SelectResult.Received received) {
                took(received.message());
            }
        }

        /** Answers a request, keeps it for later, hands it on, or forgets it. */
        private void took(@Nullable Message message) {
            if (message == null || message.messageClass() != MessageClass.REQUEST) {
                return;
            }
            switch (choices.nextInt(4)) {
                case 0 -> sent(self.reply(message, SOMETHING));
                case 1 -> debts.add(self.deferReply(message));
                case 2 -> handedOn(self.forward(message, other()));
                default -> {}
            }
        }

        private void payDebt() {
            DeferredReply<Object> right = debts.poll();
            if (right != null) {
                sent(right.reply(SOMETHING));
            }
        }

        private void sent(ReplyStatus status) {
            assert status != ReplyStatus.TOO_LARGE;
        }

        private void handedOn(NotifyStatus status) {
            assert status != NotifyStatus.TOO_LARGE;
        }

        /** In a limited mailbox a tick could not be told from a message, from outside. */
        private void pause() {
            if (isLimited || choices.nextBoolean()) {
                self.sleep(Duration.ofNanos(choices.nextInt(30)));
            } else {
                self.after(Duration.ofNanos(choices.nextInt(100)));
            }
        }
    }
}
