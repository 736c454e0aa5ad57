package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.util.function.Supplier;

/** Returns the progress of the purge of an app. */
public final class GetPurgeHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("GetPurge", Scopes.ADMIN, "GET /userdata/purges/{purgeId}");

    private final RemovalStore removals;
    private final JobRuns<Removal> runs;

    public GetPurgeHandler() {
        this(Platform.lambda());
    }

    public GetPurgeHandler(Platform platform) {
        super(platform, OPERATION);
        this.removals = new Stores(platform).removals();
        this.runs = JobRuns.of(platform, removals);
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<JobId> id = input.path("purgeId", InputType.text(text -> JobId.parse(JobId.Kind.PURGE, text)));
        input.verify();

        return removals.find(id.get())
                .flatMap(runs::find)
                .<HttpResponse>map(found -> HttpResponse.ok(RemovalView.of(found)))
                .orElseGet(() -> HttpResponse.problem(404, "PURGE_NOT_FOUND", "There is no such purge."));
    }
}
