package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random calls on one channel, with exits, revocations and new capacities: the table and a model of lists agree on every
 * result and on the state after it.
 */
class ChannelRandomTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);
    private static final int STEPS = 300;
    private static final int PIDS = 6;

    @Test
    void aSingleReaderChannelAgreesWithTheModel() {
        run(0);
    }

    @Test
    void aDroppingFanOutAgreesWithTheModel() {
        run(ChannelModes.FANOUT | ChannelModes.FANOUT_DROP);
    }

    @Test
    void aBlockingFanOutAgreesWithTheModel() {
        run(ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK);
    }

    private static void run(int mode) {
        long base = Long.getLong("hive.seed", System.nanoTime());
        var seen = new TreeMap<String, Integer>();
        for (int i = 0; i < SEEDS; i++) {
            new Run(base + i, mode, seen).steps();
        }
        assertTrue(seen.keySet().containsAll(List.of("OK", "WAITING", "NO_DATA", "MSG_TOO_LARGE")), seen::toString);
        assertTrue(seen.get("exit of one that waits") > 0, seen::toString);
    }

    private static final class Run {
        private final String seed;
        private final SplittableRandom random;
        private final TestTable t = new TestTable();
        private final ChannelModel model;
        private final int descriptor;
        private final int[] handles = new int[PIDS + 1]; // by pid; 0 where none is open
        private final boolean[] writes = new boolean[PIDS + 1];
        private final boolean[] reads = new boolean[PIDS + 1];
        private final List<Named> waiting = new ArrayList<>();
        private final List<String> log = new ArrayList<>();
        private final Map<String, Integer> seen;
        private int names;

        Run(long seed, int mode, Map<String, Integer> seen) {
            this.seed = "-Dhive.seed=" + seed;
            this.seen = seen;
            random = new SplittableRandom(seed);
            int capacity = 9 + random.nextInt(60);
            model = new ChannelModel(capacity, mode);
            descriptor = t.bind(0, "app:r", capacity, mode == 0 ? ChannelModes.RDWR : mode);
            assertEquals(1, t.open(0, "app:r", ChannelModes.WRONLY)); // keeps it
        }

        void steps() {
            for (int step = 0; step < STEPS; step++) {
                int pid = 1 + random.nextInt(PIDS);
                step(pid);
                assertEquals(model.log, log, seed);
                ChannelState state = t.state(descriptor);
                assertEquals(model.state(), state.depth() + " " + state.bytesUsed() + " " + state.receivers() + " "
                        + state.senders(), seed);
                state.taps().forEach(tap -> assertEquals(model.copies(tap.pid()), tap.depth(), seed));
            }
        }

        private void step(int pid) {
            if (handles[pid] == 0) {
                open(pid);
                return;
            }
            switch (random.nextInt(23)) {
                case 0 -> close(pid);
                case 20 -> exit(pid);
                case 21 -> revoke(pid);
                case 22 -> resize();
                case 1, 2 -> tap(pid);
                case 3 -> coalesce(pid);
                case 4 -> hint(pid);
                case 5, 6 -> withdraw();
                case 7, 8, 9, 10, 11, 12 -> send(pid);
                default -> receive(pid);
            }
        }

        private void open(int pid) {
            int access = random.nextInt(4);
            handles[pid] = t.open(pid, "app:r", access);
            writes[pid] = access != ChannelModes.RDONLY;
            reads[pid] = access != ChannelModes.WRONLY;
            model.open(pid, access);
        }

        private void close(int pid) {
            assertEquals(ChannelStatus.OK, t.table.close(pid, handles[pid]), seed);
            model.close(pid);
            handles[pid] = 0;
        }

        private void exit(int pid) {
            int waits = (int) waiting.stream().filter(named -> named.isWaiting() && named.pid() == pid).count();
            t.table.exit(pid);
            model.exit(pid);
            handles[pid] = 0;
            assertFalse(t.table.counters().containsKey(pid), seed);
            seen.merge("exit of one that waits", Math.min(1, waits), Integer::sum);
        }

        private void revoke(int pid) {
            assertEquals(ChannelStatus.OK, t.table.revoke(pid, handles[pid]), seed);
            model.revoke(pid);
            assertEquals(ChannelStatus.CLOSED, t.table.peek(pid, handles[pid], new Peek()), seed);
            assertEquals(ChannelStatus.OK, t.table.close(pid, handles[pid]), seed);
            handles[pid] = 0;
        }

        /** Any task may bind the channel anew. */
        private void resize() {
            int capacity = 9 + random.nextInt(60);
            assertEquals(descriptor, t.bind(1 + random.nextInt(PIDS), "app:r", capacity, 0), seed);
            model.resize(capacity);
        }

        private void tap(int pid) {
            boolean on = random.nextBoolean();
            assertEquals(ChannelStatus.OK, t.table.tap(pid, handles[pid], on), seed);
            model.tap(pid, on);
        }

        private void coalesce(int pid) {
            boolean on = random.nextBoolean();
            assertEquals(ChannelStatus.OK, t.table.coalesce(pid, handles[pid], on), seed);
            model.coalesce(pid, on);
        }

        private void hint(int pid) {
            if (writes[pid]) {
                t.send(pid, handles[pid], "");
                model.hint(pid);
            }
        }

        private void withdraw() {
            waiting.removeIf(named -> !named.isWaiting());
            if (!waiting.isEmpty()) {
                Named named = waiting.get(random.nextInt(waiting.size()));
                assertTrue(t.table.withdraw(named), seed);
                model.withdraw(named.id);
            }
        }

        private void send(int pid) {
            if (!writes[pid]) {
                assertEquals(ChannelStatus.INVALID_HANDLE, t.trySend(pid, handles[pid], "x"), seed);
                return;
            }
            String text = text();
            int channel = random.nextInt(2);
            boolean waits = random.nextInt(3) == 0;
            var named = new Named(++names, TestTable.message(text).channel(channel), true);
            ChannelStatus got = waits
                    ? t.table.send(pid, handles[pid], named, Waiter.NEVER)
                    : t.table.send(pid, handles[pid], named.message());
            note(named, got.name(), model.send(pid, channel, text, waits ? named.id : 0));
        }

        private void receive(int pid) {
            if (!reads[pid]) {
                assertEquals("INVALID_HANDLE", t.receive(pid, handles[pid]), seed);
                return;
            }
            boolean waits = random.nextInt(4) == 0;
            var named = new Named(++names, new ChannelMessage(100), false);
            ChannelStatus status = waits
                    ? t.table.receive(pid, handles[pid], named, Waiter.NEVER)
                    : t.table.receive(pid, handles[pid], named.message());
            String got = status == ChannelStatus.OK ? TestTable.text(named.message()) : status.name();
            note(named, got, model.receive(pid, waits ? named.id : 0));
        }

        private void note(Named named, String got, String expected) {
            assertEquals(expected, got, seed);
            seen.merge(got, 1, Integer::sum);
            if (named.isWaiting()) {
                waiting.add(named);
            }
        }

        /** Texts differ, as far as their lengths allow. */
        private String text() {
            int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 70 : 12);
            var text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            return text.toString();
        }

        private final class Named extends Waiter {
            private final int id;
            private final boolean sends;

            Named(int id, ChannelMessage message, boolean sends) {
                super(message);
                this.id = id;
                this.sends = sends;
            }

            @Override
            protected void completed(ChannelStatus status) {
                String what = sends ? "sent" : TestTable.text(message());
                log.add(id + " " + (status == ChannelStatus.OK ? what : status.name()));
            }
        }
    }
}
