package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.build.Installation;
import dev.backplane.cli.deploy.StageHealth;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.output.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Checks the address, clock, token and version of a stage, and the alarms and snapshots of a deployed one. */
final class StageCheck {

    private static final Duration MAX_SKEW = Duration.ofMinutes(1);

    private final Connection connection;

    StageCheck(Connection connection) {
        this.connection = connection;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        String address = connection.target().address().toString();
        try {
            findings.add(Finding.ok(
                    "address",
                    address + " is stage " + connection.config().path("stage").asText()));
        } catch (Failure failure) {
            findings.add(
                    connection.target().local()
                            ? Finding.note("address", "no suite responds at " + address, "Start one: ./backplane up")
                            : Finding.problem("address", failure.text(), "Check --url and the network."));
            return findings;
        }
        findings.add(clock());
        findings.add(token());
        version().ifPresent(findings::add);
        if (!connection.target().local()) {
            findings.addAll(account());
        }
        return findings;
    }

    private Finding clock() {
        Duration skew = connection.exchange().skew("/config.json");
        return skew.abs().compareTo(MAX_SKEW) <= 0
                ? Finding.ok("clock", "differs by " + skew.abs().toSeconds() + " s")
                : Finding.problem(
                        "clock",
                        "differs by " + skew.abs().toSeconds() + " s; tokens look expired or not yet valid",
                        "Synchronize the clock of this machine.");
    }

    private Finding token() {
        try {
            JsonNode claims = claims(connection.tokens().current());
            String scopes = claims.path("scope").asText();
            return scopes.contains("backplane/")
                    ? Finding.ok(
                            "token",
                            "valid until "
                                    + Instant.ofEpochSecond(claims.path("exp").asLong()) + "; " + scopes)
                    : Finding.problem(
                            "token",
                            "has no scope of Backplane",
                            "Ask an administrator to add you to a group of the user pool.");
        } catch (Failure failure) {
            return Finding.problem("token", failure.text(), "Sign in: backplane login");
        }
    }

    /** Compares the API description of the stage with that of this checkout; a release has none. */
    private Optional<Finding> version() {
        Path own = Installation.of(connection.terminal()).root().resolve("docs/openapi/backplane.yaml");
        Answer deployed = connection.exchange().get("/docs/backplane.yaml", "*/*");
        if (Files.notExists(own) || !deployed.successful()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Files.readString(own).equals(deployed.text())
                            ? Finding.ok("version", "the stage has the APIs of this command line")
                            : Finding.note(
                                    "version",
                                    "the APIs of the stage are not those of this command line",
                                    "Use the release that the stage has, or deploy this one."));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private List<Finding> account() {
        StageHealth health = new StageHealth(
                connection.terminal(),
                connection.config().path("stage").asText(),
                connection.config().path("region").asText());
        try {
            return List.of(
                    finding("alarms", "raised", health.raisedAlarms(), "See the runbook of each: docs/runbooks."),
                    finding(
                            "snapshots",
                            "without a snapshot",
                            health.staleSnapshots(),
                            "Call them once, or see SnapStart in docs/runbooks/functions.md."));
        } catch (Failure failure) {
            return List.of(Finding.note(
                    "alarms", "unknown: " + failure.text(), "Sign in to the AWS account of the stage: aws sso login"));
        }
    }

    private static Finding finding(String check, String what, List<String> names, String cure) {
        return names.isEmpty()
                ? Finding.ok(check, "none " + what)
                : Finding.problem(check, names.size() + " " + what + ": " + String.join(", ", names), cure);
    }

    /** Reads the claims without a check of the signature: only the suite's decision counts. */
    private static JsonNode claims(String token) {
        String[] parts = token.split("\\.");
        try {
            String payload =
                    new String(Base64.getUrlDecoder().decode(parts.length > 1 ? parts[1] : ""), StandardCharsets.UTF_8);
            return Json.read(payload).orElseThrow(IllegalArgumentException::new);
        } catch (IllegalArgumentException e) {
            throw new Failure(Failure.Kind.SIGNED_OUT, "The token is not a JWT.");
        }
    }
}
