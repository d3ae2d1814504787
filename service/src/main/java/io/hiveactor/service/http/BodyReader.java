package io.hiveactor.service.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads the body of one request into an array, within a size, a deadline and the server's memory.
 *
 * <p>The array grows with what has arrived, so a client that announces much and sends little holds little.
 *
 * <p><b>Threads:</b> owner only.
 */
final class BodyReader {
    private static final int FIRST_SIZE = 2_048;
    private static final int LARGEST_FIRST_SIZE = 65_536;

    private final Request request;
    private final int maxBytes;
    private final MemoryBudget memory;
    private final RequestLimits limits;
    private byte[] bytes = {};
    private int size;

    BodyReader(Request request, int maxBytes, MemoryBudget memory, RequestLimits limits) {
        this.request = request;
        this.maxBytes = maxBytes;
        this.memory = memory;
        this.limits = limits;
    }

    /** Reads all of it. Throws {@link Rejected}; {@link #free} must be called in any case. */
    void read(LongSupplier nanoTime) {
        long announced = request.getLength();
        if (announced > maxBytes) {
            throw tooLarge();
        }
        grow(announced < 0 ? FIRST_SIZE : (int) Math.min(announced, LARGEST_FIRST_SIZE));
        long deadline = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(limits.readTimeoutMs());
        boolean isLast = announced == 0;
        while (!isLast) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                await(deadline - nanoTime.getAsLong());
            } else if (Content.Chunk.isFailure(chunk)) {
                throw cut(chunk.getFailure());
            } else {
                isLast = chunk.isLast();
                try {
                    append(chunk.getByteBuffer());
                } finally {
                    chunk.release();
                }
            }
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Gives the memory back. */
    void free(boolean zeroes) {
        if (zeroes) {
            Arrays.fill(bytes, 0, size, (byte) 0);
        }
        memory.release(bytes.length);
        bytes = new byte[0];
    }

    private void append(ByteBuffer part) {
        int more = part.remaining();
        if (more > maxBytes - size) {
            throw tooLarge();
        }
        if (more > bytes.length - size) {
            grow(Math.min(maxBytes, Math.max(size + more, 2 * bytes.length)));
        }
        part.get(bytes, size, more);
        size += more;
    }

    private void grow(int capacity) {
        if (!memory.tryReserve(capacity - bytes.length, limits.inflightBytes())) {
            throw new Rejected(ApiError.saturated("memory", 1_000));
        }
        byte[] old = bytes;
        bytes = Arrays.copyOf(old, capacity);
        Arrays.fill(old, (byte) 0); // it may hold a payload
    }

    private void await(long nanos) {
        var arrived = new CompletableFuture<Void>();
        request.demand(() -> arrived.complete(null));
        try {
            arrived.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            request.fail(e);
            throw new Rejected(ApiError.of(
                    ErrorCode.E_TIMEOUT, "body", "the body did not arrive within " + limits.readTimeoutMs() + " ms"));
        } catch (InterruptedException | ExecutionException e) {
            throw cut(e);
        }
    }

    private Rejected tooLarge() {
        return new Rejected(ApiError.of(
                ErrorCode.E_FRAME_TOO_LARGE, "body", "the body has more than " + maxBytes + " bytes"));
    }

    private static Rejected cut(Throwable cause) {
        ApiError error = cause instanceof TimeoutException
                ? ApiError.of(ErrorCode.E_TIMEOUT, "body", "the body stopped arriving")
                : ApiError.of(ErrorCode.E_SCHEMA, "json", "the body ended early");
        return new Rejected(error);
    }
}
