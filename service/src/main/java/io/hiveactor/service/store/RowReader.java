package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Hold;
import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Ulid;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns result rows into values. A row whose checksum is wrong, or that cannot be a row of ours, is null. */
final class RowReader {
    static final String MESSAGE_COLUMNS = "no, msg_id, topic_id, shard, state, seq, due_ms, attempt, size, redrives, age_ms, "
            + "note, lease, cap_id, held_ms, hold_ms, crc";
    static final String BODY_COLUMNS = "no, topic_id, enq_ms, part, ts, idem_key, corr_id, payload_hash, chain, attrs, sig, "
            + "crc, payload";
    static final String DEAD_COLUMNS = "no, topic_id, dead_seq, reason, attempt, last_error, dead_ms, dead_ts";

    private RowReader() {}

    static @Nullable MessageRow message(ResultSet result) throws SQLException {
        try {
            byte[] lease = result.getBytes(13);
            Hold hold = lease == null
                    ? null
                    : new Hold(
                            LeaseToken.of(lease), Ulid.of(result.getBytes(14)), result.getLong(15), result.getLong(16));
            var row = new MessageRow(
                    result.getLong(1),
                    Ulid.of(result.getBytes(2)),
                    result.getLong(3),
                    result.getInt(4),
                    MessageState.of(result.getInt(5)),
                    result.getLong(6),
                    result.getLong(7),
                    result.getInt(8),
                    result.getInt(9),
                    result.getInt(10),
                    result.getLong(11),
                    result.getString(12),
                    hold);
            return RowChecksum.of(row) == result.getInt(17) ? row : null;
        } catch (IllegalArgumentException | NullPointerException | BufferUnderflowException damaged) {
            return null; // a column that no row of ours has: a flipped bit in a length, a type or a state
        }
    }

    static @Nullable BodyRow body(ResultSet result) throws SQLException {
        try {
            ByteBuffer corrId = ByteBuffer.wrap(result.getBytes(7));
            var row = new BodyRow(
                    result.getLong(1),
                    result.getLong(2),
                    result.getLong(3),
                    result.getString(4),
                    result.getString(5),
                    result.getString(6),
                    new UUID(corrId.getLong(), corrId.getLong()),
                    Digest.of(result.getBytes(8)),
                    Digest.of(result.getBytes(9)),
                    bytes(result, 10),
                    result.getString(11),
                    bytes(result, 13));
            return RowChecksum.of(row) == result.getInt(12) ? row : null;
        } catch (IllegalArgumentException | NullPointerException | BufferUnderflowException damaged) {
            return null;
        }
    }

    /** The driver gives null for an empty blob. */
    private static byte[] bytes(ResultSet result, int column) throws SQLException {
        byte[] bytes = result.getBytes(column);
        return bytes == null ? new byte[0] : bytes;
    }

    static DeadRow dead(ResultSet result) throws SQLException {
        return new DeadRow(
                result.getLong(1),
                result.getLong(2),
                result.getLong(3),
                reason(result.getString(4)),
                result.getInt(5),
                result.getString(6),
                result.getLong(7),
                result.getString(8));
    }

    private static DeadReason reason(String word) {
        try {
            return DeadReason.of(word);
        } catch (IllegalArgumentException damaged) {
            return DeadReason.INTEGRITY;
        }
    }
}
