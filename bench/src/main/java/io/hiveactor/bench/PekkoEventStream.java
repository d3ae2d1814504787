package io.hiveactor.bench;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/**
 * The event stream of a classic system of Pekko's. It has no bound, so its subscribers acknowledge every 500 entries and
 * the publisher is at most two such blocks ahead of the slowest. An entry is a new array each time, as a message must
 * not change any more.
 */
final class PekkoEventStream implements BusSystem {
    private static final int BLOCK = 500;
    private static final int BLOCKS_AHEAD = 2;
    private static final List<Ack> ACKS = List.of(new Ack(0), new Ack(1));

    /** A subscriber has read a block: one with an even number, or one with an odd one. */
    private record Ack(int parity) {}

    private final String dispatcher;

    /** @param dispatcher where one publishes and several subscribe */
    PekkoEventStream(String dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public Contestant publish(int subscribers) {
        return on(dispatcher, subscribers);
    }

    @Override
    public Contestant cross() {
        return on(PekkoDispatchers.PINNED, 1);
    }

    private static Contestant on(String dispatcher, int subscribers) {
        var finish = new Finish(subscribers);
        ActorSystem system = PekkoClassicMatch.start();
        ActorRef publisher = system.actorOf(
                Props.create(Publisher.class, () -> new Publisher(subscribers)).withDispatcher(dispatcher));
        var readers = new ArrayList<EntryReader>();
        for (int i = 0; i < subscribers; i++) {
            var reader = new EntryReader(finish);
            readers.add(reader);
            ActorRef subscriber = system.actorOf(
                    Props.create(Subscriber.class, () -> new Subscriber(reader, publisher)).withDispatcher(dispatcher));
            if (!system.eventStream().subscribe(subscriber, byte[].class)) {
                throw new IllegalStateException("not subscribed: " + subscriber);
            }
        }
        return new Flood(finish, entries -> {
            readers.forEach(reader -> reader.expect(entries));
            publisher.tell(entries, ActorRef.noSender());
        }, () -> PekkoClassicMatch.end(system));
    }

    /** Publishes as many as it is told to, as fast as they are read. */
    static final class Publisher extends AbstractActor {
        private final int subscribers;
        private final int[] acks = new int[BLOCKS_AHEAD];
        private int entries;
        private int published;
        private int blocksRead;

        Publisher(int subscribers) {
            this.subscribers = subscribers;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Ack.class, ack -> acknowledged(ack.parity()))
                    .match(Integer.class, this::start)
                    .build();
        }

        private void start(int all) {
            entries = all;
            published = 0;
            blocksRead = 0;
            acks[0] = 0;
            acks[1] = 0;
            publish();
        }

        private void acknowledged(int parity) {
            acks[parity]++;
            if (parity == blocksRead % BLOCKS_AHEAD && acks[parity] == subscribers) {
                acks[parity] = 0;
                blocksRead++;
                publish();
            }
        }

        private void publish() {
            var stream = getContext().getSystem().eventStream();
            int limit = Math.min(entries, (blocksRead + BLOCKS_AHEAD) * BLOCK);
            for (; published < limit; published++) {
                byte[] entry = new byte[NumberedEntry.SIZE];
                NumberedEntry.number(entry, published);
                stream.publish(entry);
            }
        }
    }

    /** Reads, and acknowledges whole blocks. */
    static final class Subscriber extends AbstractActor {
        private final EntryReader reader;
        private final ActorRef publisher;

        Subscriber(EntryReader reader, ActorRef publisher) {
            this.reader = reader;
            this.publisher = publisher;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(byte[].class, this::read).build();
        }

        private void read(byte[] entry) {
            int came = reader.read(entry);
            if (came % BLOCK == 0) {
                publisher.tell(ACKS.get((came / BLOCK - 1) % BLOCKS_AHEAD), getSelf());
            }
            reader.endsWithLast(); // after the acknowledgement, which belongs to this round
        }
    }
}
