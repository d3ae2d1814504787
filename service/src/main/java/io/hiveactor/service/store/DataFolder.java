package io.hiveactor.service.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of a store on disk, locked for one process.
 *
 * <p><b>Threads:</b> that of the store.
 */
public final class DataFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataFolder(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Creates the folder if it is not there, readable by its owner only, and locks it.
     *
     * @throws StoreException if another process has it, or it cannot be used
     */
    @SuppressWarnings("StreamResourceLeak")
    public static DataFolder open(Path path) throws StoreException {
        try {
            if (!Files.isDirectory(path)) {
                Path created = Files.createDirectories(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                assert created != null;
            }
            FileChannel channel = FileChannel.open(
                    path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new StoreException(path + " is in use by another process");
            }
            return new DataFolder(path, channel, lock);
        } catch (IOException e) {
            throw new StoreException(path + " cannot be used as a data folder: " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("NullAway") // the lock of another process is null
    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    public Path path() {
        return path;
    }

    public Path database() {
        return path.resolve("hive.db");
    }

    Path mark() {
        return path.resolve("mark");
    }

    /** Bytes that this process may still write. */
    long usableBytes() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    @Override
    public void close() throws StoreException {
        try {
            lock.close();
            channel.close();
        } catch (IOException e) {
            throw new StoreException("unlock " + path, e);
        }
    }
}
