package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.output.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Checks the address, the clock and the token of a stage. */
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
