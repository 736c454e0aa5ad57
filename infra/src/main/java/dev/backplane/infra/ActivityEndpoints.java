package dev.backplane.infra;

import dev.backplane.activity.api.ListActivityHandler;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceTable;
import java.util.List;

/** What the activity service serves over HTTP. */
final class ActivityEndpoints {

    static final List<Endpoint<ServiceTable>> ALL = List.of(new Endpoint<>(
            ListActivityHandler.OPERATION,
            ListActivityHandler.class,
            (function, table) -> function.allowIndex(table, ActivityStore.BY_MONTH, "dynamodb:Query")
                    .allowIndex(table, ActivityStore.BY_SERVICE, "dynamodb:Query")
                    .allowIndex(table, ActivityStore.BY_ACTOR, "dynamodb:Query")
                    .allowIndex(table, ActivityStore.BY_SUBJECT, "dynamodb:Query")));

    private ActivityEndpoints() {}
}
