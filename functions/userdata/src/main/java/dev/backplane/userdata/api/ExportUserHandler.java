package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.ExportStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.util.List;
import java.util.function.Supplier;

/** Starts the export of everything that is stored for a user, or continues the one in progress. */
public final class ExportUserHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("ExportUser", List.of(Scopes.ADMIN, Scopes.SELF), "POST /userdata/users/{user}/exports");

    private final ExportStore exports;
    private final JobRuns<Export> runs;

    public ExportUserHandler() {
        this(Platform.lambda());
    }

    public ExportUserHandler(Platform platform) {
        super(platform, OPERATION);
        this.exports = new Stores(platform).exports();
        this.runs = JobRuns.of(platform, exports);
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        input.verify();

        return exports.begin(user.get(), request.actor())
                .map(runs::start)
                .<HttpResponse>map(export -> HttpResponse.accepted(ExportView.of(export))
                        .with("location", "/userdata/users/" + user.get() + "/exports/" + export.id()))
                .orElseGet(() -> Problems.beingRemoved(Removal.Refusal.USER_BEING_ERASED));
    }
}
