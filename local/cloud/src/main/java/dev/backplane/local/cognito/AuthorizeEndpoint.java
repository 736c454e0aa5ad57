package dev.backplane.local.cognito;

import dev.backplane.local.cognito.SignIns.Session;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.RequestOrigin;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code /oauth2/authorize} and {@code /logout}: a page to choose a person instead of entering a password. */
final class AuthorizeEndpoint {

    // RFC 7636, section 4.2: SHA-256 in base64url.
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final OAuthClients clients;
    private final SignIns signIns;
    private final List<String> ownUrls;
    private final Clock clock;

    /**
     * Creates the endpoint.
     *
     * @param ownUrls the URLs of the local console, which are allowed redirect URLs
     */
    AuthorizeEndpoint(OAuthClients clients, SignIns signIns, List<String> ownUrls, Clock clock) {
        this.clients = clients;
        this.signIns = signIns;
        this.ownUrls = List.copyOf(ownUrls);
        this.clock = clock;
    }

    /** A request whose client and redirect address are known, so that its errors can be sent there. */
    private record Target(PublicClient client, String redirectUri, Optional<String> state) {

        LocalResponse redirect(Map<String, String> parameters) {
            Map<String, String> all = new LinkedHashMap<>(parameters);
            state.ifPresent(value -> all.put("state", value));
            StringBuilder location = new StringBuilder(redirectUri);
            all.forEach((name, value) -> location.append(location.indexOf("?") < 0 ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
            return LocalResponse.empty(302)
                    .with("location", location.toString())
                    .with("cache-control", "no-store");
        }
    }

    LocalResponse answer(LocalRequest request) {
        Target target;
        OAuthForm query;
        try {
            query = OAuthForm.query(request);
            target = target(query);
        } catch (OAuthException e) {
            // Errors must not be redirected to an unverified address (RFC 6749, section 4.1.2.1).
            return SignInPage.problem(e.code(), String.valueOf(e.getMessage()));
        }
        try {
            return signIn(request, query, target);
        } catch (OAuthException e) {
            return target.redirect(Map.of("error", e.code(), "error_description", String.valueOf(e.getMessage())));
        }
    }

    private Target target(OAuthForm query) throws OAuthException {
        PublicClient client = clients.people(query.require("client_id"))
                .orElseThrow(() -> new OAuthException(400, "invalid_client", "there is no such public client"));
        String redirectUri = query.require("redirect_uri");
        if (!client.callbackUrls().contains(redirectUri) && !ownUrls.contains(redirectUri)) {
            throw new OAuthException(400, "redirect_mismatch", "redirect_uri is not a callback URL of the client");
        }
        return new Target(client, redirectUri, query.field("state"));
    }

    private LocalResponse signIn(LocalRequest request, OAuthForm query, Target target) throws OAuthException {
        if (!query.require("response_type").equals("code")) {
            throw new OAuthException(400, "unsupported_response_type", "only code is supported");
        }
        if (!query.field("code_challenge_method").orElse("").equals("S256")
                || !CHALLENGE.matcher(query.field("code_challenge").orElse("")).matches()) {
            throw OAuthException.invalidRequest("a code_challenge with code_challenge_method S256 is required");
        }
        Set<String> scopes = query.scopes(target.client().scopes());
        SignIns.Request asked =
                new SignIns.Request(target.redirectUri(), query.require("code_challenge"), query.field("nonce"));
        if (!request.method().equals("POST")) {
            return SignInPage.show(request.query(), target.redirectUri(), Optional.empty());
        }
        if (RequestOrigin.isCrossSite(request)) {
            return SignInPage.problem("forbidden", "another site sent the form");
        }
        Optional<Person> person = person(OAuthForm.posted(request));
        if (person.isEmpty()) {
            return SignInPage.show(
                    request.query(),
                    target.redirectUri(),
                    Optional.of("Enter an e-mail address such as name@example.com."));
        }
        Session session = Session.begin(target.client().id(), person.get(), scopes, clock.instant());
        return target.redirect(Map.of("code", signIns.code(session, asked)));
    }

    private static Optional<Person> person(OAuthForm form) throws OAuthException {
        Optional<String> sample = form.field("person");
        if (sample.isPresent()) {
            return Person.SAMPLES.stream()
                    .filter(person -> person.email().equals(sample.get()))
                    .findFirst();
        }
        return form.field("email")
                .map(String::strip)
                .filter(Person::isAddress)
                .map(email -> new Person(
                        email,
                        form.all("unverified").isEmpty(),
                        form.all("group").stream().distinct().toList()));
    }

    /** Handles {@code /logout}. The server has no session to end. */
    LocalResponse logout(LocalRequest request) {
        try {
            OAuthForm query = OAuthForm.query(request);
            PublicClient client = clients.people(query.require("client_id"))
                    .orElseThrow(() -> new OAuthException(400, "invalid_client", "there is no such public client"));
            String uri = query.require("logout_uri");
            if (!client.logoutUrls().contains(uri) && !ownUrls.contains(uri)) {
                throw new OAuthException(400, "redirect_mismatch", "logout_uri is not a logout URL of the client");
            }
            return new Target(client, uri, query.field("state")).redirect(Map.of());
        } catch (OAuthException e) {
            return SignInPage.problem(e.code(), String.valueOf(e.getMessage()));
        }
    }
}
