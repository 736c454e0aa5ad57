package dev.backplane.bench.load;

import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.store.TenantStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The queue of a tenant that is ready. */
final class Queues {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Callers callers;
    private final int tenants;
    private final DynamoDbClient dynamo;
    private final String table;

    Queues(Suite suite, Callers callers, int tenants) {
        this.callers = callers;
        this.tenants = tenants;
        this.dynamo = suite.dynamo();
        this.table = suite.table(TenantStore.TABLE);
    }

    /** Has all tenants provisioned, as callers do: by asking for their queues. */
    void prepare(Crew crew) {
        crew.share(tenants, number -> {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (callers.get(number % crew.size(), target(number)).status() != 200) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("tenant " + number + " is still not ready");
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        });
    }

    Contest contest() {
        return new Contest(
                "getQueue",
                (caller, turn) ->
                        callers.get(caller, target((caller + turn) % tenants)).expecting(200),
                "Query",
                this::query);
    }

    /** The query by which the service reads all that is known of a tenant. */
    private void query(int caller, int turn) {
        int count = dynamo.query(query -> query.tableName(table)
                        .keyConditionExpression("pk = :tenant")
                        .expressionAttributeValues(
                                Map.of(":tenant", Values.text("TENANT_ID#load-" + (caller + turn) % tenants)))
                        .consistentRead(true))
                .count();
        if (count == 0) {
            throw new IllegalStateException("a tenant without rows");
        }
    }

    private static String target(int number) {
        return "/tenants/load-" + number + "/queues/inbound";
    }
}
