package dev.backplane.infra.settings;

import java.util.List;
import java.util.Optional;

/** Who issues the tokens that the APIs of a stage accept. */
public sealed interface IdentitySettings {

    /** A Cognito user pool made for the stage, under the given domain prefix or one derived from stage and account. */
    record Cognito(Optional<String> domainPrefix) implements IdentitySettings {}

    /** An issuer that the operator already runs, with the audiences that its tokens carry. */
    record External(String issuer, List<String> audience) implements IdentitySettings {
        public External {
            audience = List.copyOf(audience);
        }
    }
}
