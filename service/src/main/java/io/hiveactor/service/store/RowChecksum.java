package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Hold;
import io.hiveactor.service.queue.MessageRow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** CRC32C over the columns of a row, so that a flipped bit is noticed when the row is read. */
final class RowChecksum {
    private static final int FIXED_BYTES = 160;

    private RowChecksum() {}

    static int of(MessageRow row) {
        byte[] note = bytes(row.note());
        ByteBuffer buffer = ByteBuffer.allocate(FIXED_BYTES + note.length);
        buffer.putLong(row.no()).putLong(row.id().high()).putLong(row.id().low()).putLong(row.topicId());
        buffer.putInt(row.shard()).putInt(row.state().code()).putLong(row.seq()).putLong(row.dueMs());
        buffer.putInt(row.attempt()).putInt(row.size()).putInt(row.redrives()).putLong(row.ageMs());
        buffer.put((byte) (row.note() == null ? 0 : 1)).put(note);
        Hold hold = row.hold();
        if (hold != null) {
            buffer.putLong(hold.token().high()).putLong(hold.token().low());
            buffer.putLong(hold.capability().high()).putLong(hold.capability().low());
            buffer.putLong(hold.heldMs()).putLong(hold.holdMs());
        }
        return crc(buffer);
    }

    /** Covers what the hashes of a body do not. */
    static int of(BodyRow row) {
        byte[] partition = bytes(row.partition());
        byte[] sig = bytes(row.sig());
        ByteBuffer buffer = ByteBuffer.allocate(FIXED_BYTES + partition.length + sig.length);
        buffer.putLong(row.no()).putLong(row.topicId()).putLong(row.enqueuedMs());
        buffer.putLong(row.corrId().getMostSignificantBits()).putLong(row.corrId().getLeastSignificantBits());
        buffer.put((byte) (row.partition() == null ? 0 : 1)).putInt(partition.length).put(partition);
        buffer.put((byte) (row.sig() == null ? 0 : 1)).put(sig);
        return crc(buffer);
    }

    private static byte[] bytes(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static int crc(ByteBuffer buffer) {
        var crc = new CRC32C();
        crc.update(buffer.flip());
        return (int) crc.getValue();
    }
}
