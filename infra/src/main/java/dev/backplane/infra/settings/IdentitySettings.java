package dev.backplane.infra.settings;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The token issuer of a stage. */
public sealed interface IdentitySettings {

    /**
     * A Cognito user pool that the suite creates.
     *
     * @param domainPrefix the prefix of the pool's domain; derived from stage and account if empty
     * @param clients the scopes of each machine client by name; a client without scopes is being removed
     */
    record Cognito(Optional<String> domainPrefix, SortedMap<String, List<String>> clients) implements IdentitySettings {
        public Cognito {
            clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
        }
    }

    /** The operator's own issuer, with the audiences of its tokens. */
    record External(String issuer, List<String> audience) implements IdentitySettings {
        public External {
            audience = List.copyOf(audience);
        }
    }
}
