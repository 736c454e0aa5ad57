package dev.backplane.platform.rehearsal;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * AWS on loopback, as far as a recording goes, for a function to reach by the client that it has for AWS.
 *
 * <p>It speaks as much HTTP as that takes: requests that tell their length, one after the other on a connection.
 */
final class LoopbackAws implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String THREAD = "loopback-aws";
    private static final String CREDENTIALS = "/credentials";
    private static final String TARGET = "x-amz-target:";
    private static final String LENGTH = "content-length:";
    private static final Duration VALID = Duration.ofHours(1);

    private final ServerSocket server = new ServerSocket(0, 0, InetAddress.ofLiteral(HOST));
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name(THREAD).factory());
    private final Set<Socket> callers = ConcurrentHashMap.newKeySet();
    private volatile Recording recording = new Recording(List.of());

    LoopbackAws() throws IOException {
        threads.execute(this::accept);
    }

    /** Where its services are. */
    URI address() {
        return URI.create("http://" + HOST + ":" + server.getLocalPort());
    }

    /** Where it gives out credentials, which open nothing. */
    String credentials() {
        return address() + CREDENTIALS;
    }

    /** Answers from this recording from now on. */
    void load(Recording other) {
        recording = other;
    }

    private void accept() {
        while (true) {
            try {
                Socket caller = server.accept();
                callers.add(caller);
                if (server.isClosed()) {
                    caller.close();
                }
                threads.execute(() -> serve(caller));
            } catch (IOException | RejectedExecutionException e) {
                return; // closed
            }
        }
    }

    @SuppressWarnings("EmptyCatch") // a caller that goes away, or speaks otherwise, needs no answer
    private void serve(Socket caller) {
        try (caller) {
            caller.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(caller.getInputStream());
            for (Optional<Request> request = Request.read(in); request.isPresent(); request = Request.read(in)) {
                answer(request.get(), caller.getOutputStream());
            }
        } catch (IOException | RuntimeException e) {
        } finally {
            callers.remove(caller);
        }
    }

    private void answer(Request request, OutputStream out) throws IOException {
        RecordedAnswer answer = request.path().equals(CREDENTIALS)
                ? new RecordedAnswer("GET", 200, nobody())
                : recording
                        .take(request.call())
                        .orElseGet(() -> new RecordedAnswer(request.call(), 400, "{\"__type\":\"NotRecorded\"}"));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        response.writeBytes(("HTTP/1.1 " + answer.status() + " Recorded\r\n"
                        + "x-amzn-RequestId: rehearsal\r\n"
                        + "x-amz-crc32: " + RecordedAnswer.checksum(body) + "\r\n"
                        + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        response.writeBytes(body);
        out.write(response.toByteArray());
    }

    private static String nobody() {
        return """
                {"AccessKeyId":"%s","SecretAccessKey":"%s","Token":"%s","Expiration":"%s"}""".formatted(
                        Rehearsal.NOBODY.accessKeyId(),
                        Rehearsal.NOBODY.secretAccessKey(),
                        Rehearsal.NOBODY.sessionToken(),
                        Instant.now().plus(VALID).truncatedTo(ChronoUnit.SECONDS));
    }

    /** Hangs up on everybody, and waits until nothing of it is left that could be in a snapshot. */
    @Override
    public void close() throws IOException {
        server.close();
        for (Socket caller : callers) {
            caller.close();
        }
        threads.close();
    }

    /**
     * What matters of a request.
     *
     * @param call what it calls, as {@link RecordedAnswer#callOf} tells it
     */
    private record Request(String path, String call) {

        /** Reads the next request, unless the caller has hung up. */
        static Optional<Request> read(InputStream in) throws IOException {
            in.mark(1);
            if (in.read() < 0) {
                return Optional.empty();
            }
            in.reset();
            String first = line(in);
            String[] parts = first.split(" ", -1);
            String call = parts[0];
            int length = 0;
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                String name = line.toLowerCase(Locale.ROOT);
                if (name.startsWith(TARGET)) {
                    call = line.substring(TARGET.length()).trim();
                } else if (name.startsWith(LENGTH)) {
                    length = Integer.parseInt(line.substring(LENGTH.length()).trim());
                }
            }
            in.skipNBytes(length);
            return Optional.of(new Request(parts[1], call));
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("hung up within a request");
                }
                if (next != '\r') {
                    line.append((char) next);
                }
            }
            return line.toString();
        }
    }
}
