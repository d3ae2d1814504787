package io.hiveactor.bench.service;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * An HTTP/1.1 client on one keep-alive socket, which sends a request in one write and reads its answer. It costs the machine
 * less than a general client, and what the client costs the server under load does not have.
 *
 * <p><b>Threads:</b> owner only, except for {@link #close}, which makes a waiting call fail.
 */
final class HttpConnection implements AutoCloseable {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_FROM = "HTTP/1.1 ".length();
    private static final int OK = 200;
    private static final int READ_BYTES = 64 << 10;

    private final Socket socket;
    private final InputStream in;
    private final byte[] headers;
    private final AsciiBuffer request = new AsciiBuffer();
    private final AsciiBuffer head = new AsciiBuffer();
    private final AsciiBuffer content = new AsciiBuffer();
    private final byte[] read = new byte[READ_BYTES];
    private int readFrom;
    private int readTo;

    /** @param headers sent with each request, each of them with its end of line */
    HttpConnection(int port, String headers) throws IOException {
        this.headers = ("Host: 127.0.0.1:" + port + "\r\n" + headers).getBytes(StandardCharsets.US_ASCII);
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    /**
     * Sends a POST and returns the content of the answer, which is valid until the next call.
     *
     * @param extra further headers, each with its end of line
     * @throws IOException if the status is not 200
     */
    AsciiBuffer post(String path, String extra, AsciiBuffer body) throws IOException {
        request.clear().append("POST ").append(path).append(" HTTP/1.1\r\n").append(headers).append(extra)
                .append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        int status = exchange();
        if (status != OK) {
            throw new IOException("POST " + path + " answered " + status + ": " + content);
        }
        return content;
    }

    /** Sends a GET and returns the status of the answer. */
    int get(String path) throws IOException {
        request.clear().append("GET ").append(path).append(" HTTP/1.1\r\n").append(headers).append("\r\n");
        return exchange();
    }

    private int exchange() throws IOException {
        socket.getOutputStream().write(request.array(), 0, request.length());
        readHead();
        String text = head.toString().toLowerCase(Locale.ROOT);
        content.clear();
        if (text.contains("\r\ntransfer-encoding: chunked")) {
            readChunks();
        } else {
            readContent(contentLength(text));
        }
        return Integer.parseInt(text, STATUS_FROM, STATUS_FROM + 3, 10);
    }

    private void readHead() throws IOException {
        head.clear();
        int end = -1;
        while (end < 0) {
            fill();
            int before = head.length();
            head.append(read, readFrom, readTo - readFrom);
            end = head.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length));
            if (end >= 0) {
                readFrom += end + HEAD_END.length - before;
                head.truncate(end);
            } else {
                readFrom = readTo;
            }
        }
    }

    private static int contentLength(String head) throws IOException {
        String name = "\r\ncontent-length:";
        int at = head.indexOf(name);
        if (at < 0) {
            throw new IOException("an answer without length: " + head);
        }
        int end = head.indexOf('\r', at + name.length());
        return Integer.parseInt(head.substring(at + name.length(), end < 0 ? head.length() : end).trim());
    }

    private void readContent(int bytes) throws IOException {
        int missing = bytes;
        while (missing > 0) {
            fill();
            int some = Math.min(missing, readTo - readFrom);
            content.append(read, readFrom, some);
            readFrom += some;
            missing -= some;
        }
    }

    private void readChunks() throws IOException {
        int size = Integer.parseInt(readLine(), 16);
        while (size > 0) {
            readContent(size);
            readEmptyLine();
            size = Integer.parseInt(readLine(), 16);
        }
        readEmptyLine();
    }

    private void readEmptyLine() throws IOException {
        String line = readLine();
        if (!line.isEmpty()) {
            throw new IOException("expected the end of a chunk: " + line);
        }
    }

    private String readLine() throws IOException {
        var line = new StringBuilder();
        for (int next = nextByte(); next != '\n'; next = nextByte()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private int nextByte() throws IOException {
        fill();
        return read[readFrom++];
    }

    /** Makes sure that there is something to read. */
    private void fill() throws IOException {
        if (readFrom == readTo) {
            int count = in.read(read);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            readFrom = 0;
            readTo = count;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
