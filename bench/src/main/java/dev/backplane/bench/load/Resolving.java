package dev.backplane.bench.load;

import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Which deployment serves a host, over many hosts. */
final class Resolving {

    static final String REMEMBERED = "resolve";
    static final String FRESH = "resolve, `no-cache`";

    private static final int ALIASES_OF_A_DEPLOYMENT = 50;

    private final Callers callers;
    private final int hosts;
    private final DynamoDbClient dynamo;
    private final String table;
    private final String deployments;

    Resolving(Suite suite, Callers callers, int hosts) {
        this.callers = callers;
        this.hosts = hosts;
        this.dynamo = suite.dynamo();
        this.table = suite.table(AliasStore.TABLE);
        this.deployments = suite.table(DeploymentStore.TABLE);
    }

    /** Deploys something, and points all hosts at it. */
    void prepare(Crew crew) {
        crew.share((hosts + ALIASES_OF_A_DEPLOYMENT - 1) / ALIASES_OF_A_DEPLOYMENT, number -> {
            int caller = number % crew.size();
            callers.post(caller, "/deployments", "{\"id\":\"site-" + number + "\"}")
                    .expecting(201);
            callers.put(caller, "/deployments/site-" + number + "/status", "{\"status\":\"FINISHED\"}")
                    .expecting(200);
        });
        crew.share(
                hosts,
                number -> callers.post(
                                number % crew.size(),
                                "/aliases",
                                "{\"alias\":\"" + host(number) + "\",\"target\":\"site-"
                                        + number / ALIASES_OF_A_DEPLOYMENT + "\"}")
                        .expecting(201));
    }

    Contest remembered() {
        return new Contest(
                REMEMBERED,
                (caller, turn) -> callers.get(caller, target(caller, turn)).expecting(200),
                "Query",
                this::query);
    }

    Contest fresh() {
        return new Contest(
                FRESH,
                (caller, turn) -> callers.getFresh(caller, target(caller, turn)).expecting(200),
                "Query, GetItem",
                this::queryAndGet);
    }

    /** The two calls by which the service asks the deployment too. */
    private void queryAndGet(int caller, int turn) {
        query(caller, turn);
        String deployment = "D#site-" + number(caller, turn) / ALIASES_OF_A_DEPLOYMENT;
        dynamo.getItem(get -> get.tableName(deployments)
                .key(Values.key("DEPLOYMENTS", deployment))
                .consistentRead(true));
    }

    /** The query by which the service finds an alias. */
    private void query(int caller, int turn) {
        int number = number(caller, turn);
        QueryResponse found = dynamo.query(query -> query.tableName(table)
                .keyConditionExpression("PK = :pk AND SK BETWEEN :low AND :high")
                .expressionAttributeValues(Map.of(
                        ":pk", Values.text(AliasKey.ROUTES),
                        ":low", Values.text(reversed(number) + "#/"),
                        ":high", Values.text(reversed(number) + "#/about/us")))
                .scanIndexForward(false)
                .limit(12));
        if (found.count() != 1) {
            throw new IllegalStateException(host(number) + " is not one but " + found.count());
        }
    }

    private String target(int caller, int turn) {
        return "/resolve?hostname=" + host(number(caller, turn)) + "&path=/about/us";
    }

    /** Each caller goes through all hosts in an order of its own; the step has no divisor in common with their number. */
    private int number(int caller, int turn) {
        return (int) ((caller * 37L + turn * 7_919L) % hosts);
    }

    private static String host(int number) {
        return "h" + number + ".example.com";
    }

    private static String reversed(int number) {
        return "com.example.h" + number;
    }
}
