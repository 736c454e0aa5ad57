package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.ID;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.events.AliasStreamHandler;
import dev.backplane.deployments.events.AliasSyncHandler;
import dev.backplane.deployments.events.DeploymentStreamHandler;
import dev.backplane.deployments.events.StreamBatches;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The rows of the functions behind the streams. */
final class EventCases {

    private EventCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("AliasSync", "record without a change of state", fixture -> sync(fixture, "FINISHED", "FINISHED")),
                row("AliasSync", "deployment without aliases", fixture -> {
                    fixture.stores.finished(ID);
                    return sync(fixture, "INITIALIZED", "FINISHED");
                }),
                row("AliasSync", "1 alias, up to date", fixture -> upToDate(fixture, 1)),
                row("AliasSync", "10 aliases, up to date", fixture -> upToDate(fixture, 10)),
                row("AliasSync", "1 alias to update", fixture -> outdated(fixture, 1)),
                row("AliasSync", "10 aliases to update", fixture -> outdated(fixture, 10)),
                row("DeploymentStream", "1 record", fixture -> inserted(fixture, 1, EventCases::deployment)),
                row("DeploymentStream", "25 records", fixture -> inserted(fixture, 25, EventCases::deployment)),
                row("AliasStream", "1 record", fixture -> inserted(fixture, 1, EventCases::alias)),
                row("AliasStream", "25 records", fixture -> inserted(fixture, 25, EventCases::alias)));
    }

    private static Measured upToDate(Fixture fixture, int aliases) {
        DeploymentId id = fixture.stores.finished(ID);
        IntStream.range(0, aliases).forEach(i -> fixture.stores.point("a" + i + ".example.com", id));
        return sync(fixture, "INITIALIZED", "FINISHED");
    }

    private static Measured outdated(Fixture fixture, int aliases) {
        DeploymentId id = fixture.stores.deployment(ID);
        IntStream.range(0, aliases).forEach(i -> fixture.stores.point("a" + i + ".example.com", id));
        fixture.stores.step(id, DeploymentStatus.FINISHED);
        return sync(fixture, "INITIALIZED", "FINISHED");
    }

    private static Measured sync(Fixture fixture, String from, String to) {
        return fixture.functions.deliver(
                AliasSyncHandler.class,
                StreamBatches.of(StreamBatches.record(
                        1,
                        "MODIFY",
                        StreamBatches.item("PK", "DEPLOYMENTS", "SK", "D#" + ID),
                        StreamBatches.item("DeploymentId", ID, "Status", from),
                        StreamBatches.item("DeploymentId", ID, "Status", to))));
    }

    private static Measured inserted(Fixture fixture, int count, IntFunction<String> record) {
        Class<? extends RequestStreamHandler> type =
                record.apply(0).contains("H#") ? AliasStreamHandler.class : DeploymentStreamHandler.class;
        return fixture.functions.deliver(
                type,
                StreamBatches.of(IntStream.range(0, count).mapToObj(record).toArray(String[]::new)));
    }

    private static String deployment(int i) {
        return StreamBatches.record(
                i,
                "INSERT",
                StreamBatches.item("PK", "DEPLOYMENTS", "SK", "D#" + ID + i),
                "",
                StreamBatches.item("DeploymentId", ID + i, "Status", "INITIALIZED"));
    }

    private static String alias(int i) {
        return StreamBatches.record(
                i,
                "INSERT",
                StreamBatches.item("PK", "H#com.example.a" + i + "#/", "SK", "000000000001"),
                "",
                StreamBatches.item(
                        "PK",
                        "H#com.example.a" + i + "#/",
                        "SK",
                        "000000000001",
                        "Kind",
                        "created",
                        "At",
                        "2026-01-05T00:00:00.000Z",
                        "DeploymentId",
                        ID));
    }
}
