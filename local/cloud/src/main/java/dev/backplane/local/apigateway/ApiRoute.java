package dev.backplane.local.apigateway;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A route of an HTTP API with all that a request to it needs.
 *
 * @param function the ARN that the integration invokes
 * @param timeout how long API Gateway waits for the function
 */
record ApiRoute(HttpApi api, RouteKey key, String function, Duration timeout, Optional<JwtRule> rule) {

    /** An HTTP API. */
    record HttpApi(TemplateResource resource, Optional<Cors> cors) {
        String id() {
            return resource.ref();
        }
    }

    /**
     * What the JWT authorizer asks of a token.
     *
     * @param audiences one of which the token must be for
     * @param scopes one of which the token must have, unless there are none
     */
    record JwtRule(Set<String> audiences, Set<String> scopes) {}

    /** On whose behalf API Gateway invokes the function, as a permission's SourceArn sees it. */
    String sourceArn(String requestMethod) {
        String resource = key.isDefault() ? RouteKey.DEFAULT : requestMethod + key.path();
        return Account.arn("execute-api", api.id() + "/" + HttpApiReader.STAGE + "/" + resource);
    }
}
