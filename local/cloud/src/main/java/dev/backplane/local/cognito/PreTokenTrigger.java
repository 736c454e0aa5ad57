package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.lambda.FunctionInvoker;
import dev.backplane.local.lambda.InvocationResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The function that the user pool of the templates calls before it issues tokens to a person, trigger version 2. */
public final class PreTokenTrigger {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PRINCIPAL = "cognito-idp.amazonaws.com";

    private final Optional<TemplateResource> pool;
    private final FunctionInvoker functions;

    /**
     * Creates the trigger of a pool.
     *
     * @param pool empty if there is no trigger; then tokens have no additional claims
     */
    public PreTokenTrigger(Optional<TemplateResource> pool, FunctionInvoker functions) {
        this.pool = pool;
        this.functions = functions;
    }

    /** Returns the trigger of the templates. */
    public static PreTokenTrigger of(CloudTemplates templates, FunctionInvoker functions) {
        return new PreTokenTrigger(
                templates.ofType(CognitoKinds.POOL).stream()
                        .filter(pool -> !arn(pool).isEmpty())
                        .findFirst(),
                functions);
    }

    /**
     * The token before the function changes it.
     *
     * @param source {@code HostedAuth} or {@code RefreshTokens}
     */
    record Draft(String source, String clientId, Person person, Set<String> scopes) {}

    /** The additional claims, scopes and groups of an access token. */
    record Changes(Map<String, String> claims, Set<String> scopes, List<String> groups) {}

    /**
     * Calls the function.
     *
     * @throws OAuthException if it fails; then no token is issued
     */
    Changes apply(Draft draft) throws OAuthException {
        if (pool.isEmpty()) {
            return new Changes(Map.of(), draft.scopes(), draft.person().groups());
        }
        String function = arn(pool.get());
        if (!functions.permits(function, PRINCIPAL, pool.get().arn())) {
            throw failed("the pool has no permission to invoke " + function);
        }
        byte[] event = event(pool.get(), draft).toString().getBytes(StandardCharsets.UTF_8);
        InvocationResult result = functions.invoke(function, event);
        JsonNode answer = read(result);
        if (result.failed()) {
            throw failed(answer.path("errorMessage").asText("no message"));
        }
        return changes(draft, answer.at("/response/claimsAndScopeOverrideDetails"));
    }

    private static String arn(TemplateResource pool) {
        return pool.properties()
                .at("/LambdaConfig/PreTokenGenerationConfig/LambdaArn")
                .asText();
    }

    private static ObjectNode event(TemplateResource pool, Draft draft) {
        Person person = draft.person();
        ObjectNode event = JSON.createObjectNode()
                .put("version", "2")
                .put("triggerSource", "TokenGeneration_" + draft.source())
                .put("region", Account.REGION)
                .put("userPoolId", pool.ref())
                .put("userName", person.id());
        event.putObject("callerContext")
                .put("awsSdkVersion", "aws-sdk-unknown-unknown")
                .put("clientId", draft.clientId());
        ObjectNode request = event.putObject("request");
        request.putObject("userAttributes")
                .put("sub", person.id())
                .put("cognito:user_status", "CONFIRMED")
                .put("email", person.email())
                .put("email_verified", Boolean.toString(person.verified()));
        ObjectNode groups = request.putObject("groupConfiguration");
        person.groups().forEach(groups.putArray("groupsToOverride")::add);
        groups.putArray("iamRolesToOverride");
        groups.putNull("preferredRole");
        draft.scopes().forEach(request.putArray("scopes")::add);
        event.putObject("response").putNull("claimsAndScopeOverrideDetails");
        return event;
    }

    /** Reads the response. As with Cognito, a response without groups removes them from the token. */
    private static Changes changes(Draft draft, JsonNode details) {
        JsonNode access = details.path("accessTokenGeneration");
        Map<String, String> claims = new LinkedHashMap<>();
        access.path("claimsToAddOrOverride")
                .properties()
                .forEach(claim -> claims.put(claim.getKey(), claim.getValue().asText()));
        Set<String> scopes = new LinkedHashSet<>(draft.scopes());
        scopes.addAll(texts(access.path("scopesToAdd")));
        texts(access.path("scopesToSuppress")).forEach(scopes::remove);
        return new Changes(claims, scopes, texts(details.at("/groupOverrideDetails/groupsToOverride")));
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    private static JsonNode read(InvocationResult result) throws OAuthException {
        try {
            return JSON.readTree(result.payload());
        } catch (IOException e) {
            throw failed("the response is not JSON");
        }
    }

    private static OAuthException failed(String reason) {
        return OAuthException.invalidRequest("PreTokenGeneration failed with error " + reason + ".");
    }
}
