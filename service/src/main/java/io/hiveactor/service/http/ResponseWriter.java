package io.hiveactor.service.http;

import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer in parts. Each part must be taken by the client before a deadline; the connection of a client that
 * stops reading is closed.
 *
 * <p><b>Threads:</b> owner only; {@link #write} waits.
 */
final class ResponseWriter {
    private final Response response;
    private @Nullable Throwable failure;

    ResponseWriter(Response response) {
        this.response = response;
    }

    /** Returns whether the part was taken by the connection. */
    boolean write(boolean isLast, ByteBuffer part, long timeoutMs) {
        if (failure != null) {
            return false;
        }
        var written = new Callback.Completable(InvocationType.NON_BLOCKING);
        response.write(isLast, part, written);
        try {
            written.get(timeoutMs, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            failure = e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException | InterruptedException e) {
            failure = e;
            closeConnection(e);
        }
        return false;
    }

    /** Why a part was not taken; null if all were. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** HTTP/2 resets the one stream when its callback fails; in HTTP/1.1 the pending write holds the connection. */
    private void closeConnection(Exception cause) {
        ConnectionMetaData connection = response.getRequest().getConnectionMetaData();
        if (connection.getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()) {
            connection.getConnection().getEndPoint().close(cause);
        }
    }
}
