package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.iam.PolicyGrant;
import dev.backplane.local.stepfunctions.TimeScale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The policies allow exactly what the functions need: every grant is used here. */
class GrantsTest {

    private static final String UNUSED =
            "Remove grants that nothing needs; call the functions of the others in the exercise of their service."
                    + " Unused:";

    @Test
    void everyGrant_isNeeded() {
        // A discarded record is reported after its last delivery, and a test cannot wait as long as AWS does.
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES)
                .withSpeed(new TimeScale(200))
                .withEdit((name, template) -> {
                    LayerChainTest.impatient().edit(name, template);
                    sweepOnRequest(template);
                });
        try (LocalServer server = Suite.serve(options);
                TenantsExercise tenants = new TenantsExercise(server)) {
            doEverything(server);
            new AliasesExercise(server).doEverything();
            new ProjectsExercise(server).doEverything();
            LayersExercise layers = new LayersExercise(server);
            layers.doEverything();
            new PoolExercise(server).doEverything();
            tenants.doEverything();
            new UserdataExercise(server).doEverything();
            new Browser(server.address()).accessToken("anna@example.com");
            listActivity(server);
            Suite.await(UNUSED, () -> unusedGrants(server), GrantsTest::areOfDeadLetters);
            layers.loseTheQueue();
            tenants.loseTheQueue();
            List<PolicyGrant> unused = Suite.await(UNUSED, () -> unusedGrants(server), GrantsTest::areOfMissedCalls);
            assertThat(unused).hasSizeLessThanOrEqualTo(5);
            // S3 checks this permission when an object is missing, and then responds with 403 instead of 404.
            assertThat(server.cloud().iam().denials())
                    .filteredOn(denial -> !denial.access().action().equals("s3:ListBucket"))
                    .isEmpty();
        }
    }

    /** Leaves expired values to the functions that need their space; the exercise calls the sweep itself. */
    private static void sweepOnRequest(JsonNode template) {
        template.path("Resources").forEach(resource -> {
            JsonNode properties = resource.path("Properties");
            if (properties.path("Name").asText().endsWith("-ValueExpirer") && properties.has("ScheduleExpression")) {
                ((ObjectNode) properties).put("ScheduleExpression", "rate(1 day)");
            }
        });
    }

    /** An action that is removed from a function's policy, and a call that needs it. */
    private record Loss(String function, String action, String method, String path) {}

    // One suite for all cases: each case concerns another function.
    private static final List<Loss> LOSSES = List.of(
            new Loss("GetDeployment", "dynamodb:GetItem", "GET", "/deployments/any"),
            new Loss("ListDeployments", "dynamodb:Query", "GET", "/deployments"),
            new Loss("CreateDeployment", "dynamodb:PutItem", "POST", "/deployments"),
            new Loss("ResolveAlias", "dynamodb:Query", "GET", "/resolve?hostname=any.example.com"),
            new Loss("DeleteAlias", "dynamodb:BatchGetItem", "DELETE", "/aliases/any.example.com"));

    @Test
    void withoutAGrant_theCallThatNeedsItFails() {
        Map<Loss, AtomicInteger> removed =
                LOSSES.stream().collect(Collectors.toMap(loss -> loss, _ -> new AtomicInteger()));
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES)
                .withEdit((name, template) -> removed.forEach((loss, count) ->
                        without(loss.function(), loss.action(), count).edit(name, template)));
        try (LocalServer server = Suite.serve(options)) {
            assertThat(removed.values()).allSatisfy(count -> assertThat(count).hasPositiveValue());
            assertThat(LOSSES).allSatisfy(loss -> assertFails(server, loss));
        }
    }

    private static void assertFails(LocalServer server, Loss loss) {
        Api api = new Api(server.address(), server.token());
        Api.Answer answer = api.send(loss.method(), loss.path(), loss.method().equals("POST") ? "{}" : null);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.code()).isEqualTo("INTERNAL");
        assertThat(answer.text()).doesNotContain("arn:", "dynamodb", "AccessDenied");
        assertThat(server.cloud().iam().denials())
                .anySatisfy(denial -> assertThat(denial.message()).contains(loss.function(), loss.action()));
    }

    /**
     * Returns the unused grants without those for traces, which Lambda sends itself and the local cloud does not have.
     */
    private static List<PolicyGrant> unusedGrants(LocalServer server) {
        return server.cloud().iam().unusedGrants().stream()
                .filter(grant -> !grant.action().startsWith("xray:"))
                .toList();
    }

    /** Returns whether only the grants for a missing queue are unused. */
    private static boolean areOfDeadLetters(List<PolicyGrant> unused) {
        return unused.stream()
                .filter(grant -> !isOfMissedCalls(grant))
                .allMatch(grant -> grant.resource().endsWith("-dead-letters"));
    }

    /** Returns whether only the grants for failed invocations by EventBridge are unused. */
    private static boolean areOfMissedCalls(List<PolicyGrant> unused) {
        return unused.stream().allMatch(GrantsTest::isOfMissedCalls);
    }

    private static boolean isOfMissedCalls(PolicyGrant grant) {
        return grant.resource().endsWith("-missed-sweeps") || isOfUncalledSweeper(grant) || isOfUncalledRecorder(grant);
    }

    /** The functions that read streams have grants of the same queue. */
    private static boolean isOfUncalledSweeper(PolicyGrant grant) {
        return (grant.resource().endsWith("-deployments-failures")
                        || grant.resource().endsWith("-layers-failures"))
                && grant.policy().contains("Failures");
    }

    /** The function itself has a grant of the same resource. */
    private static boolean isOfUncalledRecorder(PolicyGrant grant) {
        return grant.resource().endsWith("-activity-failures")
                && !grant.policy().contains("RecordActivity")
                && !grant.policy().contains("EraseActivity");
    }

    @Test
    void withoutItsPermission_aRuleNotesWhatItCouldNotCall() {
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES)
                .withEdit((_, template) -> ((ObjectNode) template.path("Resources"))
                        .removeIf(resource -> resource.path("Type").asText().equals("AWS::Lambda::Permission")
                                && resource.at("/Properties/Principal").asText().equals("events.amazonaws.com")));
        try (LocalServer server = Suite.serve(options)) {
            server.cloud().schedules().fire("LeaseSweeper");
            server.cloud().schedules().fire("RetentionSweeper");
            server.cloud().schedules().fire("LayerExpiry");
            Api api = new Api(server.address(), server.token());
            new Deployments(api).initialized();
            api.post("/userdata/users/nobody/erasures", "{\"confirm\":\"nobody\"}");

            assertThat(Suite.await(
                            () -> server.cloud().iam().unusedGrants(),
                            unused -> unused.stream().noneMatch(GrantsTest::isOfMissedCalls)))
                    .isNotEmpty();
        }
    }

    /** Removes an action from the policies of the function's role. */
    private static TemplateEdit without(String function, String action, AtomicInteger removed) {
        return (_, template) -> template.path("Resources").properties().stream()
                .filter(resource -> resource.getKey().startsWith(function))
                .map(Map.Entry::getValue)
                .filter(resource -> resource.path("Type").asText().startsWith("AWS::IAM::"))
                .forEach(resource -> statements(resource).forEach(statement -> remove(statement, action, removed)));
    }

    private static List<JsonNode> statements(JsonNode resource) {
        return resource.findValues("Statement").stream()
                .flatMap(statements -> statements.valueStream())
                .toList();
    }

    private static void remove(JsonNode statement, String action, AtomicInteger removed) {
        JsonNode actions = statement.path("Action");
        if (actions instanceof ArrayNode list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (list.get(i).asText().equals(action)) {
                    list.remove(i);
                    removed.incrementAndGet();
                }
            }
        } else if (actions.asText().equals(action)) {
            ((ObjectNode) statement).put("Action", "none:None");
            removed.incrementAndGet();
        }
    }

    static void doEverything(LocalServer server) {
        giveUp(server);
        Api api = new Api(server.address(), server.token());
        Deployments deployments = new Deployments(api);
        String host = Deployments.newHost();
        String own = Deployments.newHost();
        // An alias that waits for its deployment, which opens with its own alias.
        String id = deployments.initialized();
        deployments.point(host, id);
        api.put(
                "/deployments/" + id + "/status",
                "{\"status\":\"FINISHED\",\"cloudFormationStack\":\"s\",\"deploymentAlias\":\"" + own + "\"}");
        String other = deployments.finished();
        deployments.point("x." + host, host);
        deployments.move(host, other);
        deployments.move(host, other);
        api.get("/deployments");
        api.get("/deployments/" + id);
        api.get("/aliases?deploymentId=" + id);
        api.get("/aliases?deploymentId=none");
        api.get("/aliases?domain=" + host);
        api.get("/aliases/" + host);
        api.get("/aliases/" + host + "/none");
        api.get("/resolve?hostname=" + host);
        api.with("cache-control", "no-cache").get("/resolve?hostname=" + host);
        resolveAmongSiblings(api, deployments);
        api.delete("/deployments/" + id);
        api.delete("/aliases/x." + host);
        api.delete("/aliases/" + host + "/none");
        api.delete("/deployments/" + id);
        api.delete("/deployments/" + id + "?stackDeleted=true");
        api.delete("/deployments/" + other);
        dieBetweenTwoWrites(server, deployments);
    }

    /** Lists events in every way, and has one of them given up. */
    private static void listActivity(LocalServer server) {
        Api api = new Api(server.address(), server.token());
        api.get("/activity");
        api.get("/activity?service=pool");
        api.get("/activity?actor=anyone");
        api.get("/activity?subject=anything");
        // Events of what was done before may still arrive, and take some of the failures.
        GivenUp.next(server, 30, () -> new Deployments(api).initialized(), "RecordActivity");
    }

    /** Resolves a path before which more base paths sort than one page of the table contains. */
    private static void resolveAmongSiblings(Api api, Deployments deployments) {
        String host = Deployments.newHost();
        String id = deployments.finished();
        deployments.point(host + "/docs", id);
        for (int i = 1; i <= 13; i++) {
            deployments.point(host + "/docs-v" + i, id);
        }
        api.get("/resolve?hostname=" + host + "&path=/docs/intro");
    }

    /** Completes a deployment like a request that dies before it updates the alias. */
    private static void dieBetweenTwoWrites(LocalServer server, Deployments deployments) {
        String id = deployments.initialized();
        deployments.point(Deployments.newHost(), id);
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.updateItem(update -> update.tableName(Suite.table(server, "DeploymentTable"))
                    .key(Map.of("PK", AttributeValue.fromS("DEPLOYMENTS"), "SK", AttributeValue.fromS("D#" + id)))
                    .updateExpression("SET #status = :finished")
                    .expressionAttributeNames(Map.of("#status", "Status"))
                    .expressionAttributeValues(Map.of(":finished", AttributeValue.fromS("FINISHED"))));
        }
    }

    /** Makes the mappings discard one record of each stream reader. */
    private static void giveUp(LocalServer server) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            String table = Suite.table(server, "DeploymentTable");
            Map<String, String> row = Map.of("PK", "DEPLOYMENTS", "SK", "D#given-up");
            GivenUp.next(server, () -> put(dynamo, table, row), "DeploymentStream");
            Map<String, String> changed = Map.of("PK", "DEPLOYMENTS", "SK", "D#given-up", "X", "y");
            GivenUp.next(server, () -> put(dynamo, table, changed), "AliasSync");
            String aliases = Suite.table(server, "AliasTable");
            Map<String, String> entry = Map.of("PK", "H#given-up", "SK", "000000000001");
            GivenUp.next(server, () -> put(dynamo, aliases, entry), "AliasStream");
            Map<String, AttributeValue> expired = Map.of(
                    "PK", AttributeValue.fromS("ROUTES"),
                    "SK", AttributeValue.fromS("given-up"),
                    "ExpiryDate", AliasesExercise.justNow());
            GivenUp.next(
                    server, () -> dynamo.putItem(put -> put.tableName(aliases).item(expired)), "AliasExpiry");
        }
    }

    private static void put(DynamoDbClient dynamo, String table, Map<String, String> item) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        item.forEach((name, value) -> attributes.put(name, AttributeValue.fromS(value)));
        dynamo.putItem(request -> request.tableName(table).item(attributes));
    }
}
