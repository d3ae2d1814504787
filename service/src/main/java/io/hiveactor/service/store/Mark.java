package io.hiveactor.service.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * A witness of the last commit, outside the database: 16 bytes that hold the batch number and its checksum, overwritten after
 * each commit and not synced.
 *
 * <p>SQLite drops all frames of its log behind a damaged one without a word. If the database is behind its mark, answered
 * batches are gone.
 *
 * <p><b>Threads:</b> that of the store.
 */
final class Mark implements AutoCloseable {
    /** What {@link #read} returns for a file that is missing or torn. */
    static final long NONE = -1;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(16);

    Mark(Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static long read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != 16) {
            return NONE;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long batch = buffer.getLong();
        return buffer.getLong() == checksum(batch) ? batch : NONE;
    }

    void write(long batch) throws IOException {
        buffer.clear();
        buffer.putLong(batch).putLong(checksum(batch)).flip();
        for (long position = 0; buffer.hasRemaining(); position = buffer.position()) {
            int ignored = channel.write(buffer, position);
            assert ignored >= 0;
        }
    }

    private static long checksum(long batch) {
        var crc = new CRC32C();
        crc.update(ByteBuffer.allocate(8).putLong(batch).flip());
        return crc.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
