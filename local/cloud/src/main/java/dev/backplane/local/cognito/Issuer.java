package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The local OpenID issuer: discovery document, keys, the sign-in page and tokens. */
public final class Issuer {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TOKEN_PATH = "/oauth2/token";
    private static final String AUTHORIZE_PATH = "/oauth2/authorize";
    private static final String REVOKE_PATH = "/oauth2/revoke";
    private static final String USER_INFO_PATH = "/oauth2/userInfo";
    private static final String LOGOUT_PATH = "/logout";
    private static final String JWKS_PATH = "/.well-known/jwks.json";
    private static final String DISCOVERY_PATH = "/.well-known/openid-configuration";

    private final String url;
    private final SigningKey key;
    private final OAuthClients clients;
    private final TokenIssuer tokens;
    private final TokenEndpoint tokenEndpoint;
    private final AuthorizeEndpoint authorizeEndpoint;
    private final UserInfo userInfo;
    private final Clock clock;

    /** Creates the issuer of this address, which calls the trigger before it issues a token to a person. */
    public Issuer(URI address, SigningKey key, OAuthClients clients, PreTokenTrigger trigger, Clock clock) {
        this.url = address.toString();
        this.key = key;
        this.clients = clients;
        this.clock = clock;
        this.tokens = new TokenIssuer(url, key, clock);
        SignIns signIns = new SignIns(clock);
        this.tokenEndpoint = new TokenEndpoint(clients, tokens, new PeopleTokens(clients, signIns, tokens, trigger));
        this.authorizeEndpoint = new AuthorizeEndpoint(
                clients, signIns, List.of(url + "/", "http://localhost:" + address.getPort() + "/"), clock);
        this.userInfo = new UserInfo(clients, verifier());
    }

    /** Returns the response, if the path belongs to the issuer. */
    public Optional<LocalResponse> answer(LocalRequest request) {
        return switch (request.path()) {
            case AUTHORIZE_PATH ->
                Optional.of(
                        request.method().equals("POST")
                                ? authorizeEndpoint.answer(request)
                                : on(request, "GET", authorizeEndpoint::answer));
            case TOKEN_PATH -> Optional.of(on(request, "POST", tokenEndpoint::answer));
            case REVOKE_PATH -> Optional.of(on(request, "POST", tokenEndpoint::revoke));
            case USER_INFO_PATH -> Optional.of(on(request, "GET", userInfo::answer));
            case LOGOUT_PATH -> Optional.of(on(request, "GET", authorizeEndpoint::logout));
            case JWKS_PATH -> Optional.of(on(request, "GET", any -> LocalResponse.json(200, keys())));
            case DISCOVERY_PATH -> Optional.of(on(request, "GET", any -> LocalResponse.json(200, discovery())));
            default -> Optional.empty();
        };
    }

    /** Returns a verifier of this issuer's tokens. */
    public TokenVerifier verifier() {
        return new TokenVerifier(url, key, clock);
    }

    /** Returns a token with every scope. */
    public String tokenWithEveryScope() {
        return tokens.accessToken(
                clients.developer(), OAuthClient.ID, clients.developer().scopes());
    }

    private static LocalResponse on(
            LocalRequest request, String method, Function<LocalRequest, LocalResponse> whenItIs) {
        boolean allowed = request.method().equals(method)
                || (method.equals("GET") && request.method().equals("HEAD"));
        return allowed
                ? whenItIs.apply(request)
                : LocalResponse.message(405, "Method Not Allowed").with("allow", method);
    }

    private ObjectNode discovery() {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", url)
                .put("jwks_uri", url + JWKS_PATH)
                .put("authorization_endpoint", url + AUTHORIZE_PATH)
                .put("token_endpoint", url + TOKEN_PATH)
                .put("revocation_endpoint", url + REVOKE_PATH)
                .put("userinfo_endpoint", url + USER_INFO_PATH)
                .put("end_session_endpoint", url + LOGOUT_PATH);
        document.putArray("grant_types_supported")
                .add("authorization_code")
                .add("client_credentials")
                .add("refresh_token");
        document.putArray("response_types_supported").add("code");
        document.putArray("code_challenge_methods_supported").add("S256");
        document.putArray("subject_types_supported").add("public");
        document.putArray("id_token_signing_alg_values_supported").add("RS256");
        document.putArray("token_endpoint_auth_methods_supported")
                .add("client_secret_basic")
                .add("client_secret_post")
                .add("none");
        Stream.concat(
                        clients.people().stream().flatMap(client -> client.scopes().stream()),
                        clients.developer().scopes().stream())
                .distinct()
                .forEach(document.putArray("scopes_supported")::add);
        return document;
    }

    private ObjectNode keys() {
        ObjectNode set = JsonNodeFactory.instance.objectNode();
        set.putArray("keys")
                .add(MAPPER.<JsonNode>valueToTree(key.jwk().toPublicJWK().toJSONObject()));
        return set;
    }
}
