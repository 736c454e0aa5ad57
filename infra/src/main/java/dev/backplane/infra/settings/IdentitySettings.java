package dev.backplane.infra.settings;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Who issues the tokens that the APIs of a stage accept. */
public sealed interface IdentitySettings {

    /**
     * A Cognito user pool made for the stage.
     *
     * @param domainPrefix names the pool's domain; without it the name is derived from stage and account
     * @param clients the scopes of each machine client by the client's name; a client without scopes is being removed
     */
    record Cognito(Optional<String> domainPrefix, SortedMap<String, List<String>> clients) implements IdentitySettings {
        public Cognito {
            clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
        }
    }

    /** An issuer that the operator already runs, with the audiences that its tokens carry. */
    record External(String issuer, List<String> audience) implements IdentitySettings {
        public External {
            audience = List.copyOf(audience);
        }
    }
}
