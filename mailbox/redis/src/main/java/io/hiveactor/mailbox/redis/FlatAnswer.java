package io.hiveactor.mailbox.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is a list of texts and numbers. The lists that the client brings along go on where they were if the connection
 * is cut in the middle of an answer and the command is sent again; this one begins anew.
 */
final class FlatAnswer extends CommandOutput<String, String, List<Object>> {
    FlatAnswer() {
        super(StringCodec.UTF8, new ArrayList<>());
    }

    @Override
    public void multi(int count) {
        output.clear();
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        output.add(bytes == null ? "" : codec.decodeValue(bytes));
    }

    @Override
    public void set(long integer) {
        output.add(integer);
    }
}
