package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.ExportFiles;
import dev.backplane.userdata.store.ExportStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** Returns the progress of an export, or links to its files. */
public final class GetExportHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
            "GetExport", List.of(Scopes.ADMIN, Scopes.SELF), "GET /userdata/users/{user}/exports/{exportId}");

    private final ExportStore exports;
    private final ExportFiles files;
    private final JobRuns<Export> runs;
    private final Clock clock;

    public GetExportHandler() {
        this(Platform.lambda());
    }

    public GetExportHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.exports = stores.exports();
        this.files = stores.exportFiles();
        this.runs = JobRuns.of(platform, exports);
        this.clock = platform.clock();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        Supplier<JobId> id = input.path("exportId", InputType.text(text -> JobId.parse(JobId.Kind.EXPORT, text)));
        input.verify();

        return exports.find(id.get())
                .filter(export -> export.user().equals(user.get()))
                .filter(export -> export.expiresAt().isAfter(clock.instant()))
                .flatMap(runs::find)
                .<HttpResponse>map(found -> HttpResponse.ok(ExportView.of(found, files, clock.instant())))
                .orElseGet(() -> HttpResponse.problem(404, "EXPORT_NOT_FOUND", "There is no such export."));
    }
}
