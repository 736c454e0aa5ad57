package dev.backplane.local.cognito;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The authorization codes and refresh tokens of people's sign-ins. */
final class SignIns {

    private static final Duration CODE_LIFETIME = Duration.ofMinutes(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, Code> codes = new ConcurrentHashMap<>();
    private final Map<String, Refresh> refreshes = new ConcurrentHashMap<>();
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();
    private final Clock clock;

    SignIns(Clock clock) {
        this.clock = clock;
    }

    /**
     * A session of a person who signed in.
     *
     * @param id the claim {@code origin_jti} of its tokens
     */
    record Session(String id, String clientId, Person person, Set<String> scopes, Instant at) {

        static Session begin(String clientId, Person person, Set<String> scopes, Instant at) {
            return new Session(UUID.randomUUID().toString(), clientId, person, Set.copyOf(scopes), at);
        }
    }

    /** The parameters of a sign-in request that are checked when its code is exchanged. */
    record Request(String redirectUri, String challenge, Optional<String> nonce) {}

    record Code(Session session, Request request, Instant expiresAt, boolean used) {}

    private record Refresh(Session session, Instant expiresAt) {}

    /** Creates an authorization code that can be exchanged once. */
    String code(Session session, Request request) {
        String code = UUID.randomUUID().toString();
        codes.put(code, new Code(session, request, clock.instant().plus(CODE_LIFETIME), false));
        return code;
    }

    /** Marks a code as used and returns it. A second use ends the session, because the code may have been stolen. */
    Optional<Code> take(String text) {
        Instant now = clock.instant();
        codes.values().removeIf(code -> code.expiresAt().isBefore(now.minus(CODE_LIFETIME)));
        Code[] found = new Code[1];
        codes.computeIfPresent(text, (_, code) -> {
            found[0] = code;
            return new Code(code.session(), code.request(), code.expiresAt(), true);
        });
        if (found[0] == null || !now.isBefore(found[0].expiresAt())) {
            return Optional.empty();
        }
        if (found[0].used()) {
            revoked.add(found[0].session().id());
            return Optional.empty();
        }
        return Optional.of(found[0]);
    }

    /** Returns a new refresh token of a session. Its lifetime starts with the sign-in. */
    String refreshToken(Session session, Duration lifetime) {
        byte[] bytes = new byte[48];
        RANDOM.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        refreshes.put(token, new Refresh(session, session.at().plus(lifetime)));
        return token;
    }

    /** Returns the session of a valid refresh token. */
    Optional<Session> session(String token) {
        Instant now = clock.instant();
        refreshes.values().removeIf(refresh -> !now.isBefore(refresh.expiresAt()));
        return Optional.ofNullable(refreshes.get(token))
                .map(Refresh::session)
                .filter(session -> !revoked.contains(session.id()));
    }

    /**
     * Expires a refresh token that was replaced by a new one, after a grace period for callers that did not receive the
     * response.
     */
    void retire(String token, Duration gracePeriod) {
        Instant end = clock.instant().plus(gracePeriod);
        refreshes.computeIfPresent(
                token,
                (_, refresh) ->
                        new Refresh(refresh.session(), end.isBefore(refresh.expiresAt()) ? end : refresh.expiresAt()));
    }

    /** Ends a session, with all its refresh tokens. */
    void revoke(Session session) {
        revoked.add(session.id());
    }
}
