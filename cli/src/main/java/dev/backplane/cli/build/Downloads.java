package dev.backplane.cli.build;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;

/** Gets the libraries that a release may not contain, once, from the local Maven repository or Maven Central. */
public final class Downloads {

    /** The file in {@code lib} with a line for each library: its path in a Maven repository, and its SHA-256. */
    static final String LIST = "downloads.txt";

    private static final String MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final double MEGABYTE = 1e6;

    private final Installation installation;
    private final Terminal terminal;

    public Downloads(Installation installation, Terminal terminal) {
        this.installation = installation;
        this.terminal = terminal;
    }

    /** Returns the line of a library in a Maven repository: group, artifact and version are the folders above it. */
    static String line(Path jar) throws IOException {
        Path version = jar.getParent();
        String path = jar.toString().replace('\\', '/');
        int repository = path.indexOf("/repository/");
        if (repository < 0) {
            throw new IOException(version + " is not in a folder of the name repository");
        }
        return path.substring(repository + "/repository/".length()) + " " + sha256(jar) + "\n";
    }

    /** Gets what is missing. */
    public void run() {
        Path list = installation.root().resolve("lib").resolve(LIST);
        try {
            if (Files.exists(list)) {
                for (String line : Files.readAllLines(list)) {
                    String[] words = line.split(" ");
                    Path file = list.resolveSibling(Path.of(words[0]).getFileName());
                    if (Files.notExists(file)) {
                        get(words[0], words[1], file);
                    }
                }
            }
        } catch (IOException e) {
            throw new Failure(Kind.REFUSED, "A library could not be stored: " + e);
        }
    }

    private void get(String path, String sha256, Path file) throws IOException {
        Path known = Path.of(System.getProperty("user.home"), ".m2", "repository", path);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        if (Files.exists(known) && sha256(known).equals(sha256)) {
            Files.copy(known, part, StandardCopyOption.REPLACE_EXISTING);
        } else {
            download(path, part);
        }
        if (!sha256(part).equals(sha256)) {
            Files.delete(part);
            throw new Failure(Kind.REFUSED, "The download of " + file.getFileName() + " has a wrong checksum.");
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void download(String path, Path to) throws IOException {
        String repository = terminal.variable("BACKPLANE_MAVEN_REPOSITORY").orElse(MAVEN_CENTRAL);
        URI uri = URI.create(repository + "/" + path);
        try (Progress progress = Progress.start(
                        terminal, "Downloading " + to.getFileName().toString().replace(".part", ""));
                HttpClient client = HttpClient.newBuilder()
                        .proxy(ProxySelector.getDefault())
                        .build()) {
            HttpResponse<InputStream> response =
                    client.send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new Failure(Kind.UNREACHABLE, uri + " responds with status " + response.statusCode() + ".");
                }
                copy(body, to, progress);
            }
            progress.done();
        } catch (IOException e) {
            throw new Failure(
                    Kind.UNREACHABLE,
                    uri + " cannot be downloaded (" + e
                            + "). Check the network, or set BACKPLANE_MAVEN_REPOSITORY to the"
                            + " address of a mirror.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.INTERRUPTED, "Stopped.");
        }
    }

    private static void copy(InputStream from, Path to, Progress progress) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long size = 0;
        try (OutputStream out = Files.newOutputStream(to)) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                out.write(buffer, 0, read);
                size += read;
                progress.detail(String.format(Locale.ROOT, "%.1f MB", size / MEGABYTE));
            }
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
