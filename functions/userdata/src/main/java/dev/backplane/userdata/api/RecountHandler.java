package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.log.Invocation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UsageStore;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares the counters of a user with the stored values, and repairs them if requested. */
public final class RecountHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("Recount", Scopes.ADMIN, "POST /userdata/apps/{app}/users/{user}/recount");

    private final UsageStore usage;
    private final RemovalStore removals;

    /** The metric for wrong counters; any value other than zero means a bug. */
    public static final String DRIFTS = "drifts";

    public RecountHandler() {
        this(Platform.lambda());
    }

    public RecountHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.usage = stores.usage();
        this.removals = stores.removals();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Supplier<Optional<Boolean>> repair = input.optionalBody("repair", InputType.bool());
        input.verify();

        if (!usage.appExists(app.get())) {
            return Problems.appNotFound();
        }
        boolean repairs = repair.get().orElse(false);
        Optional<Removal.Refusal> refusal =
                repairs ? removals.refusal(new Namespace.AppData(app.get(), user.get(), Realm.JSON)) : Optional.empty();
        if (refusal.isPresent()) {
            return Problems.beingRemoved(refusal.get());
        }
        Recount recount = usage.recount(app.get(), user.get(), repairs);
        if (!recount.stored().equals(recount.actual())) {
            Invocation.count(DRIFTS, 1);
        }
        return HttpResponse.ok(RecountView.of(recount));
    }
}
