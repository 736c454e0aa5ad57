package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.JobRuns;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Starts the erasure of everything that is stored for a user, or continues the one in progress. */
public final class EraseUserHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("EraseUser", List.of(Scopes.ADMIN, Scopes.SELF), "POST /userdata/users/{user}/erasures");

    private final RemovalStore removals;
    private final JobRuns<Removal> runs;
    private final boolean selfErasure;

    public EraseUserHandler() {
        this(Platform.lambda());
    }

    public EraseUserHandler(Platform platform) {
        super(platform, OPERATION);
        this.removals = new Stores(platform).removals();
        this.runs = JobRuns.of(platform, removals);
        this.selfErasure = platform.settings()
                .find(UserdataSettings.SELF_ERASURE)
                .filter("true"::equals)
                .isPresent();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        Supplier<UserId> confirm = input.body("confirm", InputType.text(UserId::parse));
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.require(() -> confirm.get().equals(user.get()), "confirm", "must be the id of the user");
        input.verify();

        if (!selfErasure && !request.isAllowed(Scopes.ADMIN)) {
            return HttpResponse.problem(
                    403, "SELF_ERASURE_OFF", "In this stage, only administrators can erase the data of users.");
        }
        Removal removal = runs.start(removals.beginErasure(user.get(), request.actor(), reason.get()));
        return HttpResponse.accepted(RemovalView.of(removal)).with("location", "/userdata/erasures/" + removal.id());
    }
}
