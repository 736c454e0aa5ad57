package dev.backplane.local.iam;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The access keys of the account: one of its owner, and one for each session of a role.
 *
 * <p>The keys of sessions are new at every start, as sessions on AWS end.
 */
public final class AccessKeys {

    private static final AccessKey OWNER = new AccessKey("local", "local", "", Optional.empty());

    private final SecureRandom random = new SecureRandom();
    private final Map<String, AccessKey> keys = new ConcurrentHashMap<>(Map.of(OWNER.id(), OWNER));

    /**
     * An access key.
     *
     * @param token the session token; empty for the owner
     * @param caller the session; empty for the owner
     */
    public record AccessKey(String id, String secret, String token, Optional<Caller> caller) {}

    /** Creates the access key of a session. */
    public AccessKey issue(Caller caller) {
        AccessKey key = new AccessKey("ASIA" + hex(8).toUpperCase(Locale.ROOT), hex(20), hex(32), Optional.of(caller));
        keys.put(key.id(), key);
        return key;
    }

    public Optional<AccessKey> find(String id) {
        return Optional.ofNullable(keys.get(id));
    }

    private String hex(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }
}
