package dev.backplane.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that is kept open, for one caller.
 *
 * <p>As lean as a client can be: what the caller takes of the machine's time is not there for what is measured.
 */
final class HttpConnection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final String host;

    /** What came back. */
    record Answer(int status, String body) {

        /** Returns the text of a member, which must be there once and hold no quotes. */
        String member(String name) {
            String mark = "\"" + name + "\":\"";
            int start = body.indexOf(mark) + mark.length();
            if (start < mark.length()) {
                throw new IllegalStateException("no " + name + " in " + body);
            }
            return body.substring(start, body.indexOf('"', start));
        }

        Answer expecting(int wanted) {
            if (status != wanted) {
                throw new IllegalStateException("not " + wanted + " but " + status + ": " + body);
            }
            return this;
        }
    }

    HttpConnection(URI server) {
        try {
            socket = new Socket(server.getHost(), server.getPort());
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        host = server.getAuthority();
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param headers whole lines, each with its end
     */
    Answer send(String method, String target, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "Content-Length: "
                + content.length + "\r\n\r\n";
        try {
            // In one write, so that it is one packet.
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            return receive();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer receive() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        return new Answer(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
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
