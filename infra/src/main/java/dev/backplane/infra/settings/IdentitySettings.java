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
     * How people sign in.
     *
     * @param callbackUrls where the sign-in page may return to, besides the console and the command line
     * @param selfSignUp whether everybody can create an account
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
