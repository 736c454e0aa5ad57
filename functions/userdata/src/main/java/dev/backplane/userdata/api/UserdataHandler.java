package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Texts;
import dev.backplane.platform.http.EntityTags;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.UploadStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The base of the service's operations, which checks whose data the token can access, and declares common parameters.
 *
 * <p>It checks this before it reads the input, so that a refusal does not reveal what exists.
 */
abstract class UserdataHandler extends HttpHandler {

    private static final String ME = "me";

    private final Clock clock;

    UserdataHandler(Platform platform, Operation operation) {
        super(platform, operation);
        this.clock = platform.clock();
    }

    /** Handles a request whose token can access the user in its path. */
    abstract HttpResponse handle(HttpRequest request, Input input);

    @Override
    protected final HttpResponse handle(HttpRequest request) {
        Optional<String> user = request.path("user");
        if (user.isPresent() && !canAccess(request, user.get())) {
            return Ownership.refusal();
        }
        if (request.path("app").filter(UserdataHandler::isReserved).isPresent()) {
            return Problems.invalidApp();
        }
        return handle(request, request.input());
    }

    private static boolean canAccess(HttpRequest request, String user) {
        Ownership<String> ownership = Ownership.of(request, Scopes.SELF, Function.identity());
        return user.equals(ME) || ownership.includes(Texts.lowerCase(user));
    }

    private static boolean isReserved(String name) {
        return new AppName(name).isReserved();
    }

    /** Declares the user in the path; {@code me} is the caller. */
    static Supplier<UserId> user(HttpRequest request, Input input) {
        return input.path(
                "user",
                InputType.text(text -> text.equals(ME)
                        ? request.callerId()
                                .map(UserId::parse)
                                .orElseThrow(() ->
                                        new InvalidValueException("must not be me, because the token names no caller"))
                        : UserId.parse(text)));
    }

    static Supplier<AppName> app(Input input) {
        return input.path("app", Fields.APP);
    }

    static Supplier<DataKey> key(Input input) {
        return input.path("key", Fields.KEY);
    }

    /** Declares an upload of a blob of a user. */
    static Supplier<UploadStore.Reference> upload(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<UploadId> id = input.path("uploadId", Fields.UPLOAD_ID);
        return () -> new UploadStore.Reference(
                new Namespace.AppData(app.get(), user.get(), Realm.BLOB), key.get(), id.get());
    }

    /** Declares the preconditions of a write. */
    static Supplier<Preconditions> preconditions(Input input) {
        Supplier<Optional<EntityTags>> ifMatch = input.optionalHeader("If-Match", InputType.text(EntityTags::parse));
        Supplier<Optional<EntityTags>> ifNoneMatch =
                input.optionalHeader("If-None-Match", InputType.text(EntityTags::parse));
        return () -> new Preconditions(ifMatch.get(), ifNoneMatch.get());
    }

    /** Declares when a value that is written expires; only values of apps do. */
    final Supplier<Optional<Expiry>> expiry(HttpRequest request, Input input) {
        Supplier<Optional<Expiry>> lifetime = input.optionalQuery("ttlSeconds", Fields.LIFETIME);
        Supplier<Optional<Expiry>> time = input.optionalHeader("Expires-At", Fields.expiryTime(clock));
        boolean ofApp = request.path("app").isPresent();
        input.require(
                () -> lifetime.get().isEmpty() || time.get().isEmpty(),
                "ttlSeconds",
                "must not be combined with Expires-At");
        input.require(() -> ofApp || lifetime.get().isEmpty(), "ttlSeconds", "is only allowed for values of apps");
        input.require(() -> ofApp || time.get().isEmpty(), "Expires-At", "is only allowed for values of apps");
        return () -> lifetime.get().or(time);
    }

    /** Declares the namespace of an app in a realm. */
    static Supplier<Namespace> appNamespace(HttpRequest request, Input input, Realm realm) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        return () -> new Namespace.AppData(app.get(), user.get(), realm);
    }

    /** Declares the JSON namespace of an app, or the content of the user if the path has no app. */
    static Supplier<Namespace> jsonNamespace(HttpRequest request, Input input) {
        Supplier<Optional<AppName>> app = input.optionalPath("app", Fields.APP);
        Supplier<UserId> user = user(request, input);
        return () -> app.get()
                .<Namespace>map(name -> new Namespace.AppData(name, user.get(), Realm.JSON))
                .orElseGet(() -> new Namespace.Content(user.get()));
    }

    static Supplier<Namespace> behaviorNamespace(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        return () -> new Namespace.Behavior(user.get());
    }
}
