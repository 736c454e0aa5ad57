package dev.backplane.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Turns a problem of the suite into one line: the code, the detail, and what to do. */
final class Refusal {

    private Refusal() {}

    static Failure of(Answer answer) {
        JsonNode problem = answer.json();
        String code = problem.path("code").asText("HTTP_" + answer.status());
        String detail = Optional.of(
                        problem.path("detail").asText(problem.path("message").asText()))
                .filter(text -> !text.isEmpty())
                .orElse("Status " + answer.status() + ".");
        String line = code + ": " + sentence(detail) + errors(problem) + advice(answer, code);
        return new Failure(answer.status() == 401 ? Kind.SIGNED_OUT : Kind.REFUSED, Terminal.printable(line));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    private static String errors(JsonNode problem) {
        return StreamSupport.stream(problem.path("errors").spliterator(), false)
                .map(error -> " " + error.path("field").asText() + " "
                        + sentence(error.path("message").asText()))
                .collect(Collectors.joining());
    }

    private static String advice(Answer answer, String code) {
        String advice = ofCode(code);
        return advice.isEmpty() ? ofStatus(answer) : " " + advice;
    }

    private static String ofCode(String code) {
        return switch (code) {
            case "USER_HAS_LEASE" -> "End the lease first: backplane pool return LEASE.";
            case "NO_ACCOUNT_AVAILABLE" -> "See backplane pool status.";
            case "ALIAS_OVERRIDE_NOT_ALLOWED" -> "To move an existing alias: backplane aliases move ALIAS TARGET.";
            case "ALIAS_LOCKED" -> "Unlock it first: backplane aliases unlock ALIAS.";
            case "ALIASES_ASSOCIATED" -> "Move or delete these aliases first: backplane aliases list.";
            case "TENANT_NOT_FOUND" -> "Register it first: backplane tenants register TENANT.";
            case "NOTHING_TO_ROLL_BACK" -> "See backplane aliases history ALIAS.";
            case "LAYER_HELD" -> "Release it first: backplane layers release REGION PACKAGE VERSION.";
            case "LATEST_VERSION" -> "To go back to the version before: add --promote-previous.";
            case "INTERNAL" -> "The log of the suite has the cause under this request id.";
            default -> "";
        };
    }

    private static String ofStatus(Answer answer) {
        return switch (answer.status()) {
            case 401 -> " The token is missing, invalid or expired. Sign in again: backplane login.";
            case 403 -> " The token lacks a scope of this command; see --verbose.";
            case 404 -> answer.json().has("code") ? "" : " The stage does not have this route; it may be older.";
            case 429, 503 ->
                answer.header("retry-after")
                        .map(seconds -> " Try again in " + seconds + " s.")
                        .orElse(" Try again soon.");
            default -> "";
        };
    }
}
