package dev.backplane.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Json;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The file that keeps the tokens of a stage; only its owner can read it. */
public final class SessionFile {

    private static final Set<String> VIEWS =
            java.nio.file.FileSystems.getDefault().supportedFileAttributeViews();

    private final Path file;

    /**
     * A session of a person or of a machine.
     *
     * @param address the address of the suite
     * @param secret of a machine's client
     * @param refreshToken of a person
     * @param expiresAt when the access token expires
     */
    public record Session(
            String address,
            String tokenUrl,
            String clientId,
            Optional<String> secret,
            String accessToken,
            Optional<String> refreshToken,
            Instant expiresAt) {}

    /** Names the file of a stage, in a folder of the user's settings. */
    public SessionFile(String stage, Terminal terminal) {
        if (!stage.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
            throw new Failure(Kind.USAGE, "'" + stage + "' is not the name of a stage.");
        }
        Path settings = terminal.variable("XDG_CONFIG_HOME")
                .map(Path::of)
                .orElseGet(() -> Path.of(terminal.variable("HOME").orElse(System.getProperty("user.home")), ".config"));
        this.file = settings.resolve("backplane").resolve(stage + ".json");
    }

    public Path path() {
        return file;
    }

    /** Returns the session, if the file has one. */
    public Optional<Session> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Json.read(Files.readString(file)).filter(JsonNode::isObject).map(SessionFile::session);
        } catch (IOException e) {
            throw new Failure(Kind.SIGNED_OUT, "Cannot read the session in " + file + ".");
        }
    }

    private static Session session(JsonNode json) {
        return new Session(
                json.path("address").asText(),
                json.path("tokenUrl").asText(),
                json.path("clientId").asText(),
                Optional.ofNullable(json.path("clientSecret").textValue()),
                json.path("accessToken").asText(),
                Optional.ofNullable(json.path("refreshToken").textValue()),
                Instant.ofEpochSecond(json.path("expiresAt").asLong()));
    }

    /** Replaces the file as a whole, so that commands at the same time read the old or the new session. */
    public void write(Session session) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("address", session.address());
        json.put("tokenUrl", session.tokenUrl());
        json.put("clientId", session.clientId());
        session.secret().ifPresent(secret -> json.put("clientSecret", secret));
        json.put("accessToken", session.accessToken());
        session.refreshToken().ifPresent(token -> json.put("refreshToken", token));
        json.put("expiresAt", session.expiresAt().getEpochSecond());
        try {
            Files.createDirectories(file.getParent(), attributes("rwx------"));
            Path written = Files.createTempFile(file.getParent(), "session", ".json", attributes("rw-------"));
            Files.writeString(written, json.toString());
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new Failure(Kind.SIGNED_OUT, "Cannot write the session to " + file + ".");
        }
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return VIEWS.contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Deletes the file, and returns whether there was one. */
    public boolean delete() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new Failure(Kind.REFUSED, "Cannot delete " + file + ".");
        }
    }
}
