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
    record Cognito(Optional<String> domainPrefix, SortedMap<String, List<String>> clients, SignIn signIn)
            implements IdentitySettings {
        public Cognito {
            clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
        }
    }

    /**
     * An issuer that the operator already runs, with the audiences that its tokens carry.
     *
     * @param subjectClaim the claim of its tokens that has a person's id
     */
    record External(String issuer, List<String> audience, String subjectClaim) implements IdentitySettings {
        public External {
            audience = List.copyOf(audience);
        }
    }

    /**
     * The sign-in settings for people.
     *
     * @param callbackUrls further allowed redirect URLs, besides the console and the command line
     * @param selfSignUp whether anyone can create an account
     */
    record SignIn(List<String> callbackUrls, Mfa mfa, boolean selfSignUp) {
        public SignIn {
            callbackUrls = List.copyOf(callbackUrls);
        }
    }

    /** Whether people need a second factor. */
    enum Mfa {
        OFF,
        OPTIONAL,
        REQUIRED
    }
}
