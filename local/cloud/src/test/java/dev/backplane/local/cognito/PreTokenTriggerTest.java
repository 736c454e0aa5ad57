package dev.backplane.local.cognito;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cognito.PreTokenTrigger.Changes;
import dev.backplane.local.cognito.PreTokenTrigger.Draft;
import dev.backplane.local.testing.FakeFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreTokenTriggerTest {

    private static final String POOL_ARN = "arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_Pool";
    private static final Draft DRAFT =
            new Draft("HostedAuth", "people", new Person("Ann@Example.com", true, List.of("viewer")), Set.of("openid"));

    private final FakeFunctions functions = new FakeFunctions();
    private final PreTokenTrigger trigger = new PreTokenTrigger(Optional.of(pool()), functions);

    private static TemplateResource pool() {
        try {
            return new TemplateResource(
                    "Identity",
                    "Pool",
                    CognitoKinds.POOL,
                    new ResourceIdentity("us-east-1_Pool", Map.of("Arn", POOL_ARN)),
                    new ObjectMapper()
                            .readTree("{\"LambdaConfig\":{\"PreTokenGenerationConfig\":{\"LambdaArn\":\""
                                    + FakeFunctions.ARN + "\"}}}"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void event_hasTheFormOfCognitos() throws Exception {
        trigger.apply(DRAFT);

        assertThatJson(functions.events.take()).isEqualTo("""
                {"version": "2", "triggerSource": "TokenGeneration_HostedAuth", "region": "us-east-1",
                 "userPoolId": "us-east-1_Pool", "userName": "${json-unit.any-string}",
                 "callerContext": {"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": "people"},
                 "request": {
                   "userAttributes": {"sub": "${json-unit.any-string}", "cognito:user_status": "CONFIRMED",
                     "email": "Ann@Example.com", "email_verified": "true"},
                   "groupConfiguration": {"groupsToOverride": ["viewer"], "iamRolesToOverride": [],
                     "preferredRole": null},
                   "scopes": ["openid"]},
                 "response": {"claimsAndScopeOverrideDetails": null}}""");
    }

    @Test
    void answer_changesClaimsScopesAndGroups() throws OAuthException {
        functions.function = _ -> FakeFunctions.answered("""
                {"response": {"claimsAndScopeOverrideDetails": {
                  "accessTokenGeneration": {"claimsToAddOrOverride": {"email": "ann@example.com"},
                    "scopesToAdd": ["b/a.self"], "scopesToSuppress": ["openid"]},
                  "groupOverrideDetails": {"groupsToOverride": ["viewer"]}}}}""");

        assertThat(trigger.apply(DRAFT))
                .isEqualTo(new Changes(Map.of("email", "ann@example.com"), Set.of("b/a.self"), List.of("viewer")));
    }

    @Test
    void answer_withoutGroups_leavesThemOut() throws OAuthException {
        functions.function = _ -> FakeFunctions.answered("{\"response\":{}}");

        assertThat(trigger.apply(DRAFT)).isEqualTo(new Changes(Map.of(), Set.of("openid"), List.of()));
    }

    @Test
    void functionThatFails_meansNoToken() {
        functions.function = _ -> FakeFunctions.failed("{\"errorMessage\":\"no scopes\"}");

        assertThatThrownBy(() -> trigger.apply(DRAFT))
                .hasMessageContaining("PreTokenGeneration failed with error no scopes");
    }

    @Test
    void poolWithoutPermission_doesNotInvokeTheFunction() {
        functions.permission = (_, source) -> !source.equals(POOL_ARN);

        assertThatThrownBy(() -> trigger.apply(DRAFT)).hasMessageContaining("no permission");
        assertThat(functions.events).isEmpty();
    }
}
