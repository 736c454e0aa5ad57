package dev.backplane.local.iam;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The access keys of the local cloud: one of the account owner, one for each function, and those that STS issued.
 *
 * <p>The keys of sessions are new at every start, as sessions on AWS end.
 */
public final class AccessKeys {

    /** The form of the keys of sessions; a key of this form that is unknown belongs to an earlier start. */
    private static final String PREFIX = "ASIALOCAL";

    /** How long an expired key is known, so that its use is refused as expired. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private static final AccessKey OWNER = new AccessKey("local", "local", "", Optional.empty(), Optional.empty());

    private final SecureRandom random = new SecureRandom();
    private final Map<String, AccessKey> keys = new ConcurrentHashMap<>(Map.of(OWNER.id(), OWNER));

    /**
     * An access key.
     *
     * @param token the session token; empty for the owner
     * @param caller the session; empty for the owner
     * @param expires when the session ends; empty for the owner and for functions, whose keys Lambda renews
     */
    public record AccessKey(
            String id, String secret, String token, Optional<Caller> caller, Optional<Instant> expires) {}

    /** Creates the access key of a function. */
    public AccessKey issue(Caller caller) {
        return keep(caller, Optional.empty());
    }

    /** Creates the access key of a session that ends. */
    public AccessKey issue(Caller caller, Instant now, Instant expires) {
        keys.values()
                .removeIf(key -> key.expires()
                        .filter(end -> end.plus(REMEMBERED).isBefore(now))
                        .isPresent());
        return keep(caller, Optional.of(expires));
    }

    private AccessKey keep(Caller caller, Optional<Instant> expires) {
        AccessKey key =
                new AccessKey(PREFIX + hex(6).toUpperCase(Locale.ROOT), hex(20), hex(32), Optional.of(caller), expires);
        keys.put(key.id(), key);
        return key;
    }

    public Optional<AccessKey> find(String id) {
        return Optional.ofNullable(keys.get(id));
    }

    /** Returns whether an id has the form of the keys of sessions. */
    static boolean isOfSession(String id) {
        return id.startsWith(PREFIX);
    }

    private String hex(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }
}
