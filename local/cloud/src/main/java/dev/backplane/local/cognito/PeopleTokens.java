package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.util.Base64URL;
import dev.backplane.local.cognito.PreTokenTrigger.Changes;
import dev.backplane.local.cognito.PreTokenTrigger.Draft;
import dev.backplane.local.cognito.SignIns.Code;
import dev.backplane.local.cognito.SignIns.Session;
import dev.backplane.local.http.LocalResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Issues tokens to people, in exchange for an authorization code or a refresh token. */
final class PeopleTokens {

    // RFC 7636, section 4.1.
    private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private final OAuthClients clients;
    private final SignIns signIns;
    private final TokenIssuer tokens;
    private final PreTokenTrigger trigger;

    PeopleTokens(OAuthClients clients, SignIns signIns, TokenIssuer tokens, PreTokenTrigger trigger) {
        this.clients = clients;
        this.signIns = signIns;
        this.tokens = tokens;
        this.trigger = trigger;
    }

    /** Handles {@code grant_type=authorization_code}. */
    LocalResponse forCode(OAuthForm form) throws OAuthException {
        PublicClient client = client(form);
        String redirectUri = form.require("redirect_uri");
        String verifier = form.require("code_verifier");
        if (!VERIFIER.matcher(verifier).matches()) {
            throw OAuthException.invalidRequest(
                    "code_verifier must have 43 to 128 letters, digits or characters of -._~");
        }
        Code code = signIns.take(form.require("code")).orElseThrow(PeopleTokens::invalidGrant);
        if (!code.session().clientId().equals(client.id())
                || !code.request().redirectUri().equals(redirectUri)
                || !code.request().challenge().equals(challenge(verifier))) {
            throw invalidGrant();
        }
        String refreshToken =
                signIns.refreshToken(code.session(), client.lifetimes().refresh());
        return answer(client, code.session(), "HostedAuth", code.request().nonce(), Optional.of(refreshToken));
    }

    /** Handles {@code grant_type=refresh_token}. */
    LocalResponse forRefreshToken(OAuthForm form) throws OAuthException {
        PublicClient client = client(form);
        String token = form.require("refresh_token");
        Session session = signIns.session(token)
                .filter(found -> found.clientId().equals(client.id()))
                .orElseThrow(PeopleTokens::invalidGrant);
        Optional<String> next = client.gracePeriod().map(gracePeriod -> {
            signIns.retire(token, gracePeriod);
            return signIns.refreshToken(session, client.lifetimes().refresh());
        });
        return answer(client, session, "RefreshTokens", Optional.empty(), next);
    }

    /** Handles {@code /oauth2/revoke} (RFC 7009). As with Cognito, only refresh tokens can be revoked. */
    LocalResponse revoke(OAuthForm form) throws OAuthException {
        PublicClient client = client(form);
        String token = form.require("token");
        if (token.contains(".")) {
            throw new OAuthException(400, "unsupported_token_type", "only refresh tokens can be revoked");
        }
        signIns.session(token)
                .filter(session -> session.clientId().equals(client.id()))
                .ifPresent(signIns::revoke);
        return LocalResponse.empty(200);
    }

    private PublicClient client(OAuthForm form) throws OAuthException {
        return clients.people(form.require("client_id")).orElseThrow(OAuthException::invalidClient);
    }

    private LocalResponse answer(
            PublicClient client, Session session, String source, Optional<String> nonce, Optional<String> refreshToken)
            throws OAuthException {
        Changes changes = trigger.apply(new Draft(source, client.id(), session.person(), session.scopes()));
        String access = tokens.accessToken(client, session, changes);
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("access_token", access);
        if (session.scopes().contains("openid")) {
            body.put("id_token", tokens.idToken(client, session, changes.groups(), nonce));
        }
        refreshToken.ifPresent(token -> body.put("refresh_token", token));
        body.put("expires_in", client.lifetimes().access().toSeconds()).put("token_type", "Bearer");
        return LocalResponse.json(200, body);
    }

    /** Returns the challenge of a verifier, by the method S256 of RFC 7636. */
    private static String challenge(String verifier) {
        try {
            return Base64URL.encode(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)))
                    .toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static OAuthException invalidGrant() {
        return new OAuthException(
                400, "invalid_grant", "the code or token is unknown, expired, used, or not for this request");
    }
}
