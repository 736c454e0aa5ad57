package dev.backplane.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.http.SessionFile.Session;
import dev.backplane.cli.output.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Gets access tokens for the chosen suite. */
public final class Tokens {

    // The client of a suite on this machine; it has every scope, and its secret is public.
    private static final String LOCAL_CLIENT = "backplane-local";
    private static final String LOCAL_SECRET = "backplane-local-secret";

    // A token must outlive the call that it is sent with.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final Target target;
    private final Exchange exchange;
    private final Terminal terminal;

    public Tokens(Target target, Exchange exchange, Terminal terminal) {
        this.target = target;
        this.exchange = exchange;
        this.terminal = terminal;
    }

    /** Returns the token that commands send: of the environment, of the session, or of the local client. */
    public String current() {
        return terminal.variable("BACKPLANE_TOKEN")
                .or(() -> session().map(this::fresh).map(Session::accessToken))
                .orElseGet(() -> {
                    if (!target.local()) {
                        throw new Failure(
                                Kind.SIGNED_OUT,
                                "Not signed in to stage " + target.stage() + ". " + signIn(target) + ".");
                    }
                    return local(Optional.empty(), Optional.empty());
                });
    }

    /** Returns the session with this suite. One with another address would disclose its token to that suite. */
    public Optional<Session> session() {
        return new SessionFile(target.stage(), terminal)
                .read()
                .filter(session -> session.address().equals(target.address().toString()));
    }

    static String signIn(Target target) {
        return "Run: backplane login --stage " + target.stage() + " --url " + target.address();
    }

    /** Returns a session whose access token is valid; several commands may renew it at the same time. */
    private Session fresh(Session session) {
        if (Instant.now().plus(MARGIN).isBefore(session.expiresAt())) {
            return session;
        }
        Map<String, String> form = new LinkedHashMap<>();
        form.put("client_id", session.clientId());
        if (session.refreshToken().isPresent()) {
            form.put("grant_type", "refresh_token");
            form.put("refresh_token", session.refreshToken().get());
        } else {
            form.put("grant_type", "client_credentials");
            session.secret().ifPresent(secret -> form.put("client_secret", secret));
        }
        Answer answer = form(session.tokenUrl(), form);
        if (answer.status() == 400 || answer.status() == 401) {
            throw new Failure(
                    Kind.SIGNED_OUT,
                    "The session with stage " + target.stage() + " has ended. " + signIn(target) + ".");
        }
        Session renewed = issued(answer, session);
        new SessionFile(target.stage(), terminal).write(renewed);
        return renewed;
    }

    /**
     * Requests tokens.
     *
     * @param start the session without tokens
     */
    public Session sign(Session start, Map<String, String> form) {
        return issued(form(start.tokenUrl(), form), start);
    }

    private static Session issued(Answer answer, Session before) {
        JsonNode json = checked(answer).json();
        return new Session(
                before.address(),
                before.tokenUrl(),
                before.clientId(),
                before.secret(),
                json.path("access_token").asText(),
                Optional.ofNullable(json.path("refresh_token").textValue()).or(before::refreshToken),
                Instant.now().plusSeconds(json.path("expires_in").asLong()));
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
        return checked(form(target.address() + "/oauth2/token", form))
                .json()
                .path("access_token")
                .asText();
    }

    /** Ends the session at the issuer, as far as it can. */
    public void revoke(Session session) {
        session.refreshToken()
                .ifPresent(token -> form(
                        session.tokenUrl().replaceFirst("/token$", "/revoke"),
                        Map.of("token", token, "client_id", session.clientId())));
    }

    private Answer form(String url, Map<String, String> fields) {
        return exchange.form(
                url,
                fields.entrySet().stream()
                        .map(field -> Call.encoded(field.getKey()) + "=" + Call.encoded(field.getValue()))
                        .collect(Collectors.joining("&")));
    }

    private static Answer checked(Answer answer) {
        JsonNode json = answer.json();
        if (!answer.successful() || json.path("access_token").asText().isEmpty()) {
            String reason =
                    json.path("error_description").asText(json.path("error").asText());
            throw new Failure(
                    Kind.REFUSED,
                    "The token request failed with status " + answer.status() + ": " + Terminal.printable(reason));
        }
        return answer;
    }
}
