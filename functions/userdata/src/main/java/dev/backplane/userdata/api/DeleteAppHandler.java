package dev.backplane.userdata.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.util.Optional;
import java.util.function.Supplier;

/** Removes an app that contains no user data, or purges one with the data of all its users. */
public final class DeleteAppHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("DeleteApp", Scopes.ADMIN, "DELETE /userdata/apps/{app}");

    private final AppStore apps;
    private final RemovalStore removals;
    private final JobRuns<Removal> runs;

    public DeleteAppHandler() {
        this(Platform.lambda());
    }

    public DeleteAppHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.apps = stores.apps();
        this.removals = stores.removals();
        this.runs = JobRuns.of(platform, removals);
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        Supplier<Optional<Boolean>> purge = input.optionalQuery("purge", InputType.flag());
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        return purge.get().orElse(false) ? purge(name.get(), request.actor(), reason.get()) : remove(name.get());
    }

    private HttpResponse purge(AppName name, Actor actor, Optional<String> reason) {
        return removals.beginPurge(name, actor, reason)
                .map(runs::start)
                .<HttpResponse>map(removal -> HttpResponse.accepted(RemovalView.of(removal))
                        .with("location", "/userdata/purges/" + removal.id()))
                .orElseGet(Problems::appNotFound);
    }

    private HttpResponse remove(AppName name) {
        return switch (apps.remove(name)) {
            case REMOVED -> HttpResponse.noContent();
            case NOT_FOUND -> Problems.appNotFound();
            case BEING_PURGED -> Problems.beingRemoved(Removal.Refusal.APP_BEING_PURGED);
            case NOT_EMPTY -> HttpResponse.problem(409, "APP_NOT_EMPTY", "The app still contains user data.");
        };
    }
}
