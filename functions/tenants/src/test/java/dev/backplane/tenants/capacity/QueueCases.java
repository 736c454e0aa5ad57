package dev.backplane.tenants.capacity;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.events.ExecutionWatcherHandler;
import dev.backplane.tenants.events.ForwardEventHandler;
import dev.backplane.tenants.events.SettleSuspensionHandler;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rows of the functions that queues invoke. */
final class QueueCases {

    private QueueCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(watching(), settling(), forwarding())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> watching() {
        return List.of(
                row(
                        "ExecutionWatcher",
                        "a run that ended abnormally",
                        fixture -> watch(fixture.audit("AUDIT#CREATE", "Started", 1))),
                row(
                        "ExecutionWatcher",
                        "a run that recorded its own end",
                        fixture -> watch(fixture.audit("AUDIT#CREATE", "Success", 1))));
    }

    private static Measured watch(Fixture fixture) {
        String input = "{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.1\"}";
        String event =
                "{\"source\":\"aws.states\",\"detail-type\":\"Step Functions Execution Status Change\",\"detail\":"
                        + "{\"executionArn\":\"execution:AUDIT#CREATE-1\",\"stateMachineArn\":\"create\",\"input\":"
                        + new Text(input).compact() + ",\"status\":\"ABORTED\",\"error\":null,\"cause\":null}}";
        return deliver(fixture, ExecutionWatcherHandler.class, event);
    }

    private static List<CapacityCase<Fixture>> settling() {
        return List.of(
                row(
                        "SettleSuspension",
                        "nothing left to do",
                        fixture -> settle(fixture.readyWithQueues().withProfile())),
                row("SettleSuspension", "an interrupted suspension", fixture -> {
                    fixture.readyWithQueues().withProfile();
                    fixture.stores.suspensions.suspend(
                            StoreFixture.ACME, new Cause(Actor.user("ann"), Optional.of("unpaid")));
                    return settle(fixture);
                }));
    }

    private static Measured settle(Fixture fixture) {
        return deliver(fixture, SettleSuspensionHandler.class, "{\"tenantId\":\"acme\"}");
    }

    private static List<CapacityCase<Fixture>> forwarding() {
        return List.of(
                row("ForwardEvent", "forwarded", fixture -> forward(fixture.readyWithQueues())),
                row("ForwardEvent", "refused", QueueCases::forward));
    }

    private static Measured forward(Fixture fixture) {
        return deliver(fixture, ForwardEventHandler.class, "{\"detail\":{\"tenantId\":\"acme\"}}");
    }

    private static Measured deliver(Fixture fixture, Class<? extends RequestStreamHandler> type, String body) {
        return fixture.functions.deliver(
                type, "{\"Records\":[{\"messageId\":\"m-1\",\"body\":" + new Text(body).compact() + "}]}");
    }
}
