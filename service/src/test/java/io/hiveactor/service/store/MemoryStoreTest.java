package io.hiveactor.service.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The store in memory passes the contract, and opens no file for writing: service 3.9. */
class MemoryStoreTest extends StoreContract {
    @Override
    Store open(Clocks with, int shards, StoreProbe at) throws StoreException {
        return SqliteStore.open(
                new SqliteStore.Settings(null, shards, Long.MAX_VALUE, false), with, new SplittableRandom(1), at);
    }

    @Override
    List<String> violations(Store of) throws StoreException {
        return ((SqliteStore) of).check();
    }

    @Test
    void noFileIsOpenForWriting() throws StoreException, IOException { // service 3.9
        List<String> before = writableFiles();
        Store other = open(clocks, rules.shards, StoreProbe.NONE);
        for (int i = 0; i < 200; i++) {
            assertEquals(1, other.execute(List.of(Requests.send("k" + i)), rules.toRules()).outcomes().size());
        }
        assertEquals(before, writableFiles());
        assertEquals(0, other.figures().fileBytes());
        other.close();
    }

    /** Regular files that this process has open for writing, besides its own output and what the JVM maps. */
    private static List<String> writableFiles() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        if (!Files.isDirectory(descriptors)) {
            return List.of(); // only Linux tells
        }
        try (Stream<Path> all = Files.list(descriptors)) {
            return all.filter(MemoryStoreTest::isWritableFile).map(MemoryStoreTest::target).sorted().toList();
        }
    }

    private static boolean isWritableFile(Path descriptor) {
        try {
            String flags = Files.readAllLines(Path.of("/proc/self/fdinfo", descriptor.getFileName().toString())).get(1);
            boolean canWrite = (Integer.parseInt(flags.replaceAll("\\D", ""), 8) & 3) != 0;
            return canWrite && Files.isRegularFile(descriptor);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
