package dev.backplane.activity.capacity;

import dev.backplane.activity.ActivitySettings;
import dev.backplane.activity.Entry;
import dev.backplane.activity.Envelopes;
import dev.backplane.activity.api.ListActivityHandler;
import dev.backplane.activity.events.EraseActivityHandler;
import dev.backplane.activity.events.RecordActivityHandler;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.CapacityTests;
import dev.backplane.testing.capacity.Functions;
import dev.backplane.testing.capacity.Measured;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityTest extends CapacityTests<Functions> {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(ActivityStore.TABLE);

    CapacityTest() {
        super("activity", Entry.class);
    }

    @Override
    protected Functions fixture() {
        return new Functions(
                DYNAMO,
                DYNAMO.aws().http(),
                Map.of(ActivitySettings.ACTIVITY_TABLE, DYNAMO.table(ActivityStore.TABLE)));
    }

    @Override
    protected List<CapacityCase<Functions>> cases() {
        return List.of(
                recorded("no subject, no actor", Envelopes.of("pool", "PoolLow", now(), "{\"eventId\":\"e\"}")),
                recorded("1 subject, no actor", Envelopes.tenantProvisioned("e", now(), "t")),
                recorded("3 subjects and an actor", Envelopes.aliasMoved("e", now(), "a")),
                row("RecordActivity", "3 subjects and an actor, repeated", functions -> {
                    functions.run(RecordActivityHandler.class, Envelopes.aliasMoved("e", now(), "a"));
                    return functions.run(RecordActivityHandler.class, Envelopes.aliasMoved("e", now(), "a"));
                }),
                row("EraseActivity", "2 entries with 3 rows each", functions -> {
                    functions.run(RecordActivityHandler.class, ofUser("e1"));
                    functions.run(RecordActivityHandler.class, ofUser("e2"));
                    return functions.run(EraseActivityHandler.class, Envelopes.userErased("e3", now(), "ann"));
                }),
                listed("all, page of 25", "", 120),
                listed("all, page of 25 of the month before", "to=2025-12-31T00:00:00Z", 120),
                listed("all, none in 90 days", "", 0),
                listed("of a service, page of 25", "service=deployments", 120),
                listed("of an actor, page of 25", "actor=anna@example.com", 120),
                listed("of a subject, page of 25", "subject=d1", 120),
                listed("of a subject, page of 100", "subject=d1&limit=100", 120),
                listed("of a subject, none", "subject=none", 1));
    }

    private static String ofUser(String id) {
        return Envelopes.of(
                "userdata",
                "ExportReady",
                now(),
                "{\"eventId\":\"" + id + "\",\"user\":\"ann\",\"app\":\"notes\",\"erasureId\":\"x\"}");
    }

    private static Instant now() {
        return Instant.parse("2026-01-05T00:00:00Z");
    }

    private static CapacityCase<Functions> row(String operation, String name, Function<Functions, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static CapacityCase<Functions> recorded(String name, String envelope) {
        return row("RecordActivity", name, functions -> functions.run(RecordActivityHandler.class, envelope));
    }

    /** Reads a page when the table has many more entries, which must not matter. */
    private static CapacityCase<Functions> listed(String name, String query, int entries) {
        return row("ListActivity", name, functions -> {
            for (int i = 0; i < entries; i++) {
                functions.run(
                        RecordActivityHandler.class,
                        Envelopes.aliasMoved("e" + (10_000 + i), now().minus(Duration.ofHours(3L * i)), "alias"));
            }
            return functions.send(
                    ListActivityHandler.class,
                    HttpCall.of(ListActivityHandler.OPERATION).query(query),
                    200);
        });
    }
}
