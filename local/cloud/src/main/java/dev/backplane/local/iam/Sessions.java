package dev.backplane.local.iam;

import dev.backplane.local.iam.AccessKeys.AccessKey;
import java.time.Clock;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes requests that are signed with the credentials of a session that STS issued.
 *
 * <p>Their signatures are not verified: the session token is a secret of its own.
 */
public final class Sessions {

    private static final Pattern CREDENTIAL = Pattern.compile("AWS4-HMAC-SHA256 Credential=([^/,]+)/.*");

    private final AccessKeys keys;
    private final Clock clock;

    Sessions(AccessKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Returns the session of a request; empty if it is signed by the account owner or a function.
     *
     * @param authorization the header of this name
     * @param token the session token of the request
     * @throws InvalidTokenException if the session has ended or never existed
     */
    public Optional<Caller> find(Optional<String> authorization, Optional<String> token) throws InvalidTokenException {
        Matcher credential = CREDENTIAL.matcher(authorization.orElse(""));
        if (!credential.matches() || !AccessKeys.isOfSession(credential.group(1))) {
            return Optional.empty();
        }
        AccessKey key = keys.find(credential.group(1)).orElseThrow(InvalidTokenException::invalid);
        if (!token.equals(Optional.of(key.token()))) {
            throw InvalidTokenException.invalid();
        }
        requireValid(key);
        return key.expires().flatMap(_ -> key.caller());
    }

    /**
     * Checks that the session of a key has not ended.
     *
     * @throws InvalidTokenException if it has
     */
    public void requireValid(AccessKey key) throws InvalidTokenException {
        if (key.expires().filter(end -> !end.isAfter(clock.instant())).isPresent()) {
            throw InvalidTokenException.expired();
        }
    }
}
