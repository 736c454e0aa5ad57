package dev.backplane.local.apigateway;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A route of an HTTP API.
 *
 * @param function the ARN that the integration invokes
 * @param timeout the integration timeout
 */
record ApiRoute(HttpApi api, RouteKey key, String function, Duration timeout, Optional<JwtRule> rule) {

    /** An HTTP API. */
    record HttpApi(TemplateResource resource, Optional<Cors> cors) {

        String id() {
            return resource.ref();
        }
    }

    /**
     * The requirements of the JWT authorizer.
     *
     * @param audiences accepted audiences
     * @param scopes scopes of which the token must have one, if any
     */
    record JwtRule(Set<String> audiences, Set<String> scopes) {}

    /** Returns the {@code SourceArn} of an invocation through this route. */
    String sourceArn(String requestMethod) {
        String resource = key.isDefault() ? RouteKey.DEFAULT : requestMethod + key.path();
        return Account.arn("execute-api", api.id() + "/" + HttpApiReader.STAGE + "/" + resource);
    }
}
