package dev.backplane.pool;

import dev.backplane.platform.settings.Settings;
import java.util.Optional;

/**
 * How the suite reaches the accounts of the pool.
 *
 * @param accessRole the name of the role that people use, in every account
 * @param externalId what the trust policies of the roles ask for
 * @param revocationRole the name of the role that revokes sessions; empty for functions that only issue credentials
 */
public record AccessSettings(String accessRole, String externalId, Optional<String> revocationRole) {

    public static final String POOL_ACCESS_ROLE = "POOL_ACCESS_ROLE";
    public static final String POOL_EXTERNAL_ID = "POOL_EXTERNAL_ID";
    public static final String POOL_REVOCATION_ROLE = "POOL_REVOCATION_ROLE";

    /** Returns the settings of a stage that names the roles. */
    public static Optional<AccessSettings> from(Settings settings) {
        return settings.find(POOL_ACCESS_ROLE)
                .map(role -> new AccessSettings(
                        role, settings.require(POOL_EXTERNAL_ID), settings.find(POOL_REVOCATION_ROLE)));
    }
}
