package dev.backplane.cli.http;

import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Gets access tokens for the chosen suite. */
public final class Tokens {

    // The client of a suite on this machine; it has every scope, and its secret is public.
    private static final String LOCAL_CLIENT = "backplane-local";
    private static final String LOCAL_SECRET = "backplane-local-secret";

    private final Target target;
    private final Exchange exchange;
    private final Terminal terminal;

    public Tokens(Target target, Exchange exchange, Terminal terminal) {
        this.target = target;
        this.exchange = exchange;
        this.terminal = terminal;
    }

    /** Returns the token that commands send. */
    public String current() {
        return terminal.variable("BACKPLANE_TOKEN").orElseGet(() -> {
            if (!target.local()) {
                throw new Failure(
                        Kind.SIGNED_OUT,
                        "Not signed in to stage " + target.stage() + ". Set BACKPLANE_TOKEN to a token.");
            }
            return local(Optional.empty(), Optional.empty());
        });
    }

    /**
     * Returns a new token of a suite on this machine.
     *
     * @param scope the scopes, separated by spaces; all if absent
     * @param user the address of the person whose token it is
     */
    public String local(Optional<String> scope, Optional<String> user) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "client_credentials");
        form.put("client_id", LOCAL_CLIENT);
        form.put("client_secret", LOCAL_SECRET);
        scope.ifPresent(scopes -> form.put("scope", scopes));
        user.ifPresent(id -> form.put("sub", id));
        return requested(form);
    }

    private String requested(Map<String, String> form) {
        Answer answer = exchange.form(
                target.address() + "/oauth2/token",
                form.entrySet().stream()
                        .map(field -> Call.encoded(field.getKey()) + "=" + Call.encoded(field.getValue()))
                        .collect(Collectors.joining("&")));
        String token = answer.json().path("access_token").asText();
        if (!answer.successful() || token.isEmpty()) {
            String reason = answer.json()
                    .path("error_description")
                    .asText(answer.json().path("error").asText());
            throw new Failure(
                    Kind.REFUSED,
                    "The token request failed with status " + answer.status() + ": " + Terminal.printable(reason));
        }
        return token;
    }
}
