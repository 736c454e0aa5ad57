package dev.backplane.infra;

import dev.backplane.activity.ActivitySettings;
import dev.backplane.activity.Entry;
import dev.backplane.activity.events.EraseActivityHandler;
import dev.backplane.activity.events.RecordActivityHandler;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.FunctionRule;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import java.util.List;
import java.util.Map;
import software.constructs.Construct;

/** The activity service: one table, functions that record the events of the bus and erase users, and one that lists the events. */
final class ActivityStack extends ServiceStack {

    // Stream records cross the bus as well; they hold stored values, and are no domain events.
    private static final EventPattern DOMAIN_EVENTS = new EventPattern(Map.of(
            "source",
            List.of(Map.of("prefix", "backplane.")),
            "detail-type",
            List.of(Map.of("anything-but", List.of("INSERT", "MODIFY", "REMOVE")))));

    private static final EventPattern ERASURES = new EventPattern(
            Map.of("source", List.of("backplane." + Entry.USERDATA), "detail-type", List.of(Entry.USER_ERASED)));

    private final ServiceTable table;

    ActivityStack(Construct scope, Props props) {
        super(scope, props, "Activity", "Backplane: the record of domain events");
        this.table = new ServiceTable(this, service(), ActivityStore.TABLE);
        serve(ActivityEndpoints.ALL, table, this::introduce);
        followEvents();
        watch(ServiceAlarms::watchFaults);
        output("ActivityTableName", table.tableName(), "The table of recorded events");
    }

    private ServiceFunction introduce(ServiceFunction function) {
        return function.setting(ActivitySettings.ACTIVITY_TABLE, table.tableName());
    }

    /** Records all events, and deletes what is recorded of users who are erased. */
    private void followEvents() {
        FailureQueue failures =
                watched(FailureQueue.shared(this, service(), "activity-failures"), Runbook.ACTIVITY_FAILURES);
        ServiceFunction recorder =
                introduce(taskFunction(RecordActivityHandler.class)).allow(table, "dynamodb:PutItem");
        new FunctionRule(recorder, bus(), DOMAIN_EVENTS, failures);
        ServiceFunction eraser = introduce(taskFunction(EraseActivityHandler.class))
                .allow(table, "dynamodb:DeleteItem", "dynamodb:Query")
                .allowIndex(table, ActivityStore.BY_ACTOR, "dynamodb:Query")
                .allowIndex(table, ActivityStore.BY_SUBJECT, "dynamodb:Query");
        new FunctionRule(eraser, bus(), ERASURES, failures);
    }
}
