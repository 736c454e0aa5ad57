package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removal.Subject;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.util.List;
import java.util.function.Supplier;

/** Returns the progress of an erasure, or its receipt. */
public final class GetErasureHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("GetErasure", List.of(Scopes.ADMIN, Scopes.SELF), "GET /userdata/erasures/{erasureId}");

    private final RemovalStore removals;
    private final JobRuns<Removal> runs;

    public GetErasureHandler() {
        this(Platform.lambda());
    }

    public GetErasureHandler(Platform platform) {
        super(platform, OPERATION);
        this.removals = new Stores(platform).removals();
        this.runs = JobRuns.of(platform, removals);
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<JobId> id = input.path("erasureId", InputType.text(text -> JobId.parse(JobId.Kind.ERASURE, text)));
        input.verify();

        Ownership<UserId> ownership = Ownership.of(request, Scopes.SELF, UserId::parse);
        return removals.find(id.get())
                .filter(removal -> isOf(ownership, removal))
                .flatMap(runs::find)
                .<HttpResponse>map(found -> HttpResponse.ok(RemovalView.of(found)))
                .orElseGet(() -> HttpResponse.problem(404, "ERASURE_NOT_FOUND", "There is no such erasure."));
    }

    /** Returns whether the caller may see a removal; a user recognizes the own receipt by the hash. */
    private boolean isOf(Ownership<UserId> ownership, Removal removal) {
        return ownership
                .owner()
                .map(owner -> switch (removal.subject()) {
                    case Subject.OfUser(UserId user) -> user.equals(owner);
                    case Subject.Erased(String hash) -> hash.equals(removals.hash(owner));
                    case Subject.OfApp _ -> false;
                })
                .orElse(true);
    }
}
