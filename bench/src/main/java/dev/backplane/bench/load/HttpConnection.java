package dev.backplane.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One connection that is kept open, for one caller.
 *
 * <p>As lean as a client can be: what the caller takes of the machine's time is not there for what is measured.
 */
final class HttpConnection implements AutoCloseable {

    /** Servers close what is silent for longer; the JDK's does after 30 seconds. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

    private final URI server;
    private Line line;
    private long lastUse = System.nanoTime();

    private record Line(Socket socket, InputStream in) {

        static Line open(URI server) {
            try {
                Socket socket = new Socket(server.getHost(), server.getPort());
                socket.setTcpNoDelay(true);
                return new Line(socket, new BufferedInputStream(socket.getInputStream()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

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
        this.server = server;
        this.line = Line.open(server);
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param headers whole lines, each with its end
     */
    Answer send(String method, String target, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + target + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n" + headers
                + "Content-Length: " + content.length + "\r\n\r\n";
        if (System.nanoTime() - lastUse > LONGEST_SILENCE.toNanos()) {
            line.close();
            line = Line.open(server);
        }
        try {
            // In one write, so that it is one packet.
            line.socket().getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            Answer answer = receive();
            lastUse = System.nanoTime();
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer receive() throws IOException {
        int status = Integer.parseInt(header().split(" ", 3)[1]);
        int length = 0;
        for (String header = header(); !header.isEmpty(); header = header()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        return new Answer(status, new String(line.in().readNBytes(length), StandardCharsets.UTF_8));
    }

    private String header() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = line.in().read(); next != '\n'; next = line.in().read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        line.close();
    }
}
