package io.hiveactor.service.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A connection on which a test sends what it likes. Every read has a limit of 10 seconds. */
final class RawSocket implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawSocket(int port) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(4_096); // small, so that a reader that stops is noticed soon
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(10_000);
        in = socket.getInputStream();
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads the head of an answer, the empty line included. */
    String head() throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after: " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Reads an answer with a content length. */
    String answer() throws IOException {
        String head = head();
        int at = head.indexOf("Content-Length: ") + 16;
        int length = Integer.parseInt(head, at, head.indexOf("\r\n", at), 10);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Reads one chunk of a chunked answer; "" for the last one. */
    String chunk() throws IOException {
        var size = new StringBuilder();
        int c = in.read();
        while (c != '\r') {
            if (c < 0) {
                throw new IOException("closed");
            }
            size.append((char) c);
            c = in.read();
        }
        in.read();
        String text = new String(in.readNBytes(Integer.parseInt(size.toString(), 16)), StandardCharsets.UTF_8);
        in.readNBytes(2);
        return text;
    }

    /** Reads until the server closes. */
    String rest() throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketException _) { // a reset is an end too
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
