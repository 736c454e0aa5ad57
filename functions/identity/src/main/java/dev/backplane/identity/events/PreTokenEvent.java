package dev.backplane.identity.events;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event of a pre token generation trigger, version 2. The function returns the same event with a response.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html">Pre
 *     token generation Lambda trigger</a>
 */
@Json
record PreTokenEvent(
        @Nullable String version,
        @Nullable String triggerSource,
        @Nullable String region,
        @Nullable String userPoolId,
        @Nullable String userName,
        @Nullable CallerContext callerContext,
        Request request,
        @Nullable Response response) {

    record CallerContext(
            @Nullable String awsSdkVersion, @Nullable String clientId) {}

    record Request(
            @Nullable Map<String, String> userAttributes,
            @Nullable List<String> scopes,
            @Nullable Groups groupConfiguration,
            @Nullable Map<String, String> clientMetadata) {}

    record Groups(
            @Nullable List<String> groupsToOverride,
            @Nullable List<String> iamRolesToOverride,
            @Nullable String preferredRole) {}

    record Response(@Nullable Details claimsAndScopeOverrideDetails) {}

    /**
     * The changes to the tokens. They must repeat the groups, because Cognito otherwise removes them from the
     * tokens.
     */
    record Details(
            AccessToken accessTokenGeneration, @Nullable Groups groupOverrideDetails) {}

    record AccessToken(Map<String, String> claimsToAddOrOverride, List<String> scopesToAdd) {}

    PreTokenEvent withResponse(Response other) {
        return new PreTokenEvent(version, triggerSource, region, userPoolId, userName, callerContext, request, other);
    }
}
