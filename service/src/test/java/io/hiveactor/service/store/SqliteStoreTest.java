package io.hiveactor.service.store;

import static io.hiveactor.service.store.Requests.TOPIC;
import static io.hiveactor.service.store.Requests.VISIBILITY_MS;
import static io.hiveactor.service.store.Requests.ack;
import static io.hiveactor.service.store.Requests.nack;
import static io.hiveactor.service.store.Requests.receive;
import static io.hiveactor.service.store.Requests.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in a file passes the contract, and keeps it over restarts. */
class SqliteStoreTest extends StoreContract {
    @TempDir(factory = RamFolder.class)
    Path parent;

    private DataFolder folder;

    private Path data() {
        return parent.resolve("hive-data");
    }

    @Override
    Store open(Clocks with, int shards, StoreProbe at) throws StoreException {
        folder = DataFolder.open(data());
        return open(with, shards, at, false);
    }

    private SqliteStore open(Clocks with, int shards, StoreProbe at, boolean acceptsLoss) throws StoreException {
        return SqliteStore.open(
                new SqliteStore.Settings(folder, shards, 0, acceptsLoss), with, new SplittableRandom(1), at);
    }

    @Override
    List<String> violations(Store of) throws StoreException {
        return ((SqliteStore) of).check();
    }

    @AfterEach
    void unlock() throws StoreException {
        folder.close();
    }

    @CanIgnoreReturnValue
    private SqliteStore restart() throws StoreException {
        store.close();
        return reopen(false);
    }

    @CanIgnoreReturnValue
    private SqliteStore reopen(boolean acceptsLoss) throws StoreException {
        SqliteStore opened = open(clocks, rules.shards, point -> probe.at(point), acceptsLoss);
        store = opened;
        return opened;
    }

    /** Leaves files as a killed process does: nothing is closed, and a copy of what is on disk is opened. */
    private void copyAsAfterAKill() throws IOException, StoreException {
        Path copy = parent.resolve("copy");
        Files.createDirectories(copy);
        for (String name : List.of("hive.db", "hive.db-wal", "mark")) {
            if (Files.exists(data().resolve(name))) {
                Files.copy(data().resolve(name), copy.resolve(name));
            }
        }
        store.close();
        folder.close();
        folder = DataFolder.open(copy);
    }

    @Nested
    class GivenARestart {
        @Test
        void messagesLeasesAttemptsAndKeysAreKept() throws StoreException { // service 4.4, 5.13, 6.1
            Ulid ready = sent(send("ready"));
            Envelope twice = receivedOne();
            assertInstanceOf(Outcome.Settled.class, run(nack(twice, 0)));
            Envelope leased = receivedOne();
            Ulid delayed = sent(send(TOPIC, "delayed", "x", null, 100));
            List<Ulid> dead = deadLetters(1);
            Counts counts = counts();
            restart();
            assertEquals(counts, counts());
            assertEquals(2, leased.message().attempt());
            assertNull(settled(ack(leased)), "its token is still good");
            assertEquals(new Outcome.Sent(ready, true), run(send("ready")));
            clocks.advance(100);
            assertEquals(delayed, receivedOne().message().id());
            assertEquals(dead.getFirst(), listed(0, 5).letters().getFirst().message().id());
        }

        @Test
        void timeStandsStillWhileItIsDown() throws StoreException { // service 4.2, 4.4
            sent(send("a"));
            Envelope a = receivedOne();
            clocks.advance(1_000);
            long nowMs = batch().report().nowMs();
            store.close();
            clocks.advance(3_600_000);
            reopen(false);
            assertEquals(nowMs, batch().report().nowMs());
            clocks.advance(VISIBILITY_MS - 1_001);
            assertEquals(List.of(), received(receive(1)));
            clocks.advance(1);
            assertEquals(a.message().id(), receivedOne().message().id());
        }

        @Test
        void numbersAndPlacesGoOn() throws StoreException { // service 2.2, 6.9
            sent(send("a"));
            restart();
            sent(send("b"));
            assertEquals(List.of("payload of a", "payload of b"), payloads(received(receive(5))));
        }

        @Test
        void revocationsAndTopicsAreKept() throws StoreException { // service 10.7
            run(new Operation.RevokeCapability(Requests.CAP, Long.MAX_VALUE));
            run(new Operation.RevokeKey("k1", 2));
            sent(send("a"));
            restart();
            assertEquals(
                    new Outcome.Revocations(Map.of(Requests.CAP, Long.MAX_VALUE), Map.of("k1", 2)),
                    run(new Operation.ListRevocations(0)));
            assertEquals(1, assertInstanceOf(
                            Outcome.Topics.class, run(new Operation.ListTopics("", 5, TopicScope.ALL)))
                    .topics()
                    .size());
        }

        @Test
        void cleanStopIsToldFromAKill() throws StoreException, IOException { // service 3.7
            sent(send("a"));
            assertFalse(restart().wasUnclean());
            assertFalse(restart().isMarkMissing());
            sent(send("b"));
            copyAsAfterAKill();
            SqliteStore after = reopen(false);
            assertTrue(after.wasUnclean());
            assertFalse(after.isMarkMissing());
            assertEquals(2, counts().ready());
        }

        @Test
        void stopAfterAFailedCommitIsUnclean() throws StoreException { // service 3.5, 3.7
            probe = point -> {
                if (point == StoreProbe.Point.AFTER_COMMIT) {
                    throw new SQLException("disk I/O error");
                }
            };
            assertThrows(StoreException.class, () -> batch(send("a")));
            probe = StoreProbe.NONE;
            assertTrue(restart().wasUnclean());
        }

        @Test
        void unansweredBatchIsAllOrNothingAfterAKill() throws StoreException, IOException { // service 3.4
            sent(send("answered"));
            for (StoreProbe.Point where : List.of(StoreProbe.Point.BEFORE_COMMIT, StoreProbe.Point.AFTER_COMMIT)) {
                int before = (int) counts().ready();
                Path copy = parent.resolve(where.name());
                probe = point -> {
                    if (point == where && !Files.exists(copy)) {
                        copyTo(copy);
                    }
                };
                assertEquals(2, batch(send(where + "1"), send(where + "2")).outcomes().size());
                probe = StoreProbe.NONE;
                try (DataFolder other = DataFolder.open(copy)) {
                    SqliteStore killed = SqliteStore.open(
                            new SqliteStore.Settings(other, rules.shards, 0, false), clocks, new SplittableRandom(1),
                            StoreProbe.NONE);
                    long ready = killed.figures().dedupEntries();
                    assertEquals(where == StoreProbe.Point.BEFORE_COMMIT ? before : before + 2, ready, where.name());
                    assertEquals(List.of(), killed.check());
                    killed.close();
                }
            }
        }

        private void copyTo(Path target) throws SQLException {
            try {
                Files.createDirectories(target);
                for (String name : List.of("hive.db", "hive.db-wal", "mark")) {
                    Files.copy(data().resolve(name), target.resolve(name));
                }
            } catch (IOException e) {
                throw new SQLException(e);
            }
        }
    }

    @Nested
    class GivenAnotherNumberOfShards {
        @Test
        void allMessagesAreReboundInTheirOrder() throws StoreException { // service 6.8
            List<String> names = new ArrayList<>();
            Operation[] sends = new Operation[30];
            for (int i = 0; i < 30; i++) {
                names.add("m" + i);
                sends[i] = send(TOPIC, "m" + i, "m" + i, "p" + i, 0);
            }
            assertEquals(30, batch(sends).outcomes().size());
            Envelope leased = receivedOne();
            names.remove(Requests.payloadOf(leased));
            sent(send(TOPIC, "late", "late", "p1", 50));
            for (int shards : new int[] {1, 7, 4}) {
                store.close();
                rules.shards = shards;
                reopen(false);
                assertEquals(30, counts().ready() + counts().leased());
                assertEquals(List.of(), violations(store));
            }
            store.close();
            rules.shards = 1;
            reopen(false);
            assertNull(settled(ack(leased)));
            assertEquals(names, payloads(received(receive(50))), "one queue has them in the order of their sends");
            clocks.advance(50);
            assertEquals("late", Requests.payloadOf(receivedOne()));
        }

        @Test
        void partitionsFindTheirMessages() throws StoreException { // service 6.8
            sent(send(TOPIC, "k", "x", "eu", 0));
            store.close();
            rules.shards = 4_096;
            reopen(false);
            assertEquals(1, received(receive(TOPIC, "eu", 1, 1)).size());
        }

        @Test
        void rulesOfAnotherNumberAreABug() {
            rules.shards++;
            assertThrows(IllegalArgumentException.class, () -> batch());
            rules.shards--;
        }
    }

    @Nested
    class GivenAMark {
        @Test
        void databaseBehindItsMarkIsRefusedUnlessLossIsAccepted() throws StoreException, IOException { // service 3.8
            sent(send("a"));
            store.close();
            writeMark(1_000);
            StoreException e = assertThrows(StoreException.class, () -> reopen(false));
            assertTrue(e.getMessage().contains("--accept-loss"), e.getMessage());
            assertThrows(StoreException.class, () -> reopen(false), "refused again: looking changes nothing");
            reopen(true);
            assertEquals(1, counts().ready());
            restart();
            assertEquals(1, counts().ready(), "and from then on without that");
        }

        @Test
        void lostTailOfTheLogIsNoticed() throws StoreException, IOException { // service 3.8, 15.3c
            for (int i = 0; i < 10; i++) {
                sent(send("k" + i));
            }
            copyAsAfterAKill();
            Path wal = Path.of(folder.database() + "-wal");
            byte[] bytes = Files.readAllBytes(wal);
            bytes[bytes.length / 2] ^= 1;
            Files.write(wal, bytes);
            assertThrows(StoreException.class, () -> reopen(false));
            reopen(true);
        }

        @Test
        void tornOrMissingMarkIsNoticedAndTheStoreStarts() throws StoreException, IOException { // service 16.21
            sent(send("a"));
            store.close();
            Path mark = data().resolve("mark");
            Files.write(mark, new byte[] {1, 2, 3});
            assertTrue(reopen(false).isMarkMissing());
            store.close();
            Files.delete(mark);
            assertTrue(reopen(false).isMarkMissing());
            store.close();
            byte[] torn = Files.readAllBytes(mark);
            torn[7] ^= 1;
            Files.write(mark, torn);
            assertTrue(reopen(false).isMarkMissing());
            assertEquals(1, counts().ready());
            assertFalse(restart().isMarkMissing(), "it is written again");
        }

        @Test
        void markOfANewStoreIsNotMissing() {
            assertFalse(((SqliteStore) store).isMarkMissing());
            assertFalse(((SqliteStore) store).wasUnclean());
        }

        private void writeMark(long batch) throws IOException {
            var crc = new CRC32C();
            crc.update(ByteBuffer.allocate(8).putLong(batch).flip());
            Files.write(
                    data().resolve("mark"),
                    ByteBuffer.allocate(16).putLong(batch).putLong(crc.getValue()).array());
        }
    }

    @Nested
    class GivenADataFolder {
        @Test
        void onlyItsOwnerReadsIt() throws IOException { // service 1.1
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data())));
        }

        @Test
        void oneProcessHasItAtATime() throws StoreException { // service 3.6
            StoreException e = assertThrows(StoreException.class, () -> DataFolder.open(data()));
            assertTrue(e.getMessage().contains("in use"), e.getMessage());
            store.close();
            folder.close();
            folder = DataFolder.open(data());
            reopen(false);
        }

        @Test
        void fileInItsPlaceIsNoFolder() throws IOException { // service 1.4
            Path file = Files.createFile(parent.resolve("file"));
            assertThrows(StoreException.class, () -> DataFolder.open(file));
        }

        @Test
        void fullDiskRefusesSendsAndNothingElse() throws StoreException { // service 3.10, 16.11
            Ulid a = sent(send("a"));
            store.close();
            store = SqliteStore.open(
                    new SqliteStore.Settings(folder, rules.shards, Long.MAX_VALUE, false), clocks, new SplittableRandom(1),
                    StoreProbe.NONE);
            assertEquals(Refusal.DISK_FULL, refusal(send("b")));
            assertEquals(new Outcome.Sent(a, true), run(send("a")));
            assertTrue(store.figures().isDiskFull());
            assertNull(settled(ack(receivedOne())));
        }

        @Test
        void otherFileInPlaceOfTheDatabaseIsRefused() throws StoreException, IOException { // service 1.4
            store.close();
            Files.writeString(folder.database(), "this is no database, whatever its name says ".repeat(500));
            assertThrows(StoreException.class, () -> reopen(false));
            Files.delete(folder.database());
            Files.deleteIfExists(data().resolve("mark"));
            reopen(false);
        }
    }

    @Nested
    class GivenADatabaseFile {
        @Test
        void itHasPagesOf8KibAndALog() throws StoreException, IOException { // service 3.6
            sent(send("a"));
            assertTrue(Files.size(data().resolve("hive.db-wal")) > 0);
            assertFalse(Files.exists(data().resolve("hive.db-shm")), "an exclusive lock needs no shared memory");
            store.close();
            byte[] header = Files.readAllBytes(folder.database());
            assertEquals(8_192, ByteBuffer.wrap(header).getShort(16));
            assertEquals(2, header[18], "written with a log");
            reopen(false);
        }
    }

    @Nested
    class GivenManyKeys {
        @Test
        void indexOfKeysIsRebuilt() throws StoreException { // service 2.5
            Operation[] sends = new Operation[50];
            for (int i = 0; i < 50; i++) {
                sends[i] = send("k" + i);
            }
            assertEquals(50, batch(sends).outcomes().size());
            restart();
            assertEquals(50, store.figures().dedupEntries());
            for (Outcome outcome : batch(sends).outcomes()) {
                assertTrue(assertInstanceOf(Outcome.Sent.class, outcome).isDuplicate());
            }
        }
    }
}
