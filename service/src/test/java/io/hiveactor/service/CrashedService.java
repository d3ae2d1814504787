package io.hiveactor.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.service.store.DataFolder;
import io.hiveactor.service.store.SqliteStore;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.store.StoreProbe.Point;
import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** A service on disk that is killed and started again, and whose store is checked in between. */
final class CrashedService implements AutoCloseable {
    private static final int SHARDS = 8;

    private final Path folder;
    private final ChildService.Setup setup;
    private ChildService child;
    private TestClient client;
    private int kills;

    CrashedService(Path folder) {
        this.folder = folder;
        setup = ChildService.at(folder)
                .with("mailbox.max_attempts", "1000")
                .with("mailbox.t_replay", "12h")
                .with("log.level", "warn");
        child = setup.start();
        client = child.admin();
    }

    int kills() {
        return kills;
    }

    TestClient client() {
        return client;
    }

    /** Makes a request, and returns when the store has stopped at a point of its commit. */
    CompletableFuture<TestClient.Reply> parkDuring(Point point, String path, Map<String, ?> body) {
        child.parkAt(point, 1);
        CompletableFuture<TestClient.Reply> answer = client.postLater(path, body);
        child.awaitParked(point);
        return answer;
    }

    /** Ends the service, and returns when it has stopped at a point on the way. */
    void parkAtStop(Point point) {
        child.parkAt(point, 1);
        child.terminate();
        child.awaitParked(point);
    }

    /** Waits for so many answered sends, but not longer than a limit. */
    void awaitAnswers(TrafficRecorder recorder, int sends, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (recorder.answeredSends() < sends && System.nanoTime() < deadline) {
            LockSupport.parkNanos(200_000);
        }
    }

    void kill() {
        child.kill();
        kills++;
        checkCopy();
    }

    void restart() {
        child = setup.start();
        client = child.admin();
    }

    void killAndRestart() {
        kill();
        restart();
    }

    /** Kills it, and kills its successor while that one starts. */
    void killTwiceAndRestart(Point point) {
        kill();
        child = setup.parkedAt(point, 1).launch();
        child.awaitParked(point);
        killAndRestart();
    }

    /** Checks a copy, so that the next process has to recover what the killed one left. */
    private void checkCopy() {
        Path copy = folder.resolve("copy");
        try {
            Files.createDirectories(copy);
            for (String name : List.of("hive.db", "hive.db-wal", "mark")) {
                Path file = folder.resolve("data").resolve(name);
                Files.deleteIfExists(copy.resolve(name));
                if (Files.exists(file)) {
                    Files.copy(file, copy.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Files.deleteIfExists(copy.resolve("hive.db-shm"));
            try (DataFolder locked = DataFolder.open(copy);
                    var store = SqliteStore.open(
                            new SqliteStore.Settings(locked, SHARDS, 0, false),
                            Clocks.system(),
                            RandomGenerator.getDefault(),
                            StoreProbe.NONE)) {
                assertEquals(List.of(), store.check());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (StoreException e) {
            throw new AssertionError("the store of the killed process", e);
        }
    }

    /** Waits until an answer that cannot come any more has failed. */
    static boolean isBroken(CompletableFuture<?> answer) {
        try {
            Object value = answer.get(60, TimeUnit.SECONDS);
            throw new AssertionError("was answered: " + value);
        } catch (ExecutionException broken) {
            return true;
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
