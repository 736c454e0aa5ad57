package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.EntityTags;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import java.util.Optional;
import java.util.function.Supplier;

/** A request whose token can access the user in its path, with the parameters of the path. */
record Call(HttpRequest request, Input input) {

    static final String ME = "me";

    /** Takes the user of the path; {@code me} is the caller. */
    Supplier<UserId> user() {
        return input.path(
                "user",
                InputType.text(text -> text.equals(ME)
                        ? request.callerId()
                                .map(UserId::parse)
                                .orElseThrow(() ->
                                        new InvalidValueException("must not be me, because the token names no caller"))
                        : UserId.parse(text)));
    }

    Supplier<AppName> app() {
        return input.path("app", Fields.APP);
    }

    Supplier<DataKey> key() {
        return input.path("key", Fields.KEY);
    }

    /** Takes the preconditions of a write. */
    Supplier<Preconditions> preconditions() {
        Supplier<Optional<EntityTags>> ifMatch = input.optionalHeader("If-Match", InputType.text(EntityTags::parse));
        Supplier<Optional<EntityTags>> ifNoneMatch =
                input.optionalHeader("If-None-Match", InputType.text(EntityTags::parse));
        return () -> new Preconditions(ifMatch.get(), ifNoneMatch.get());
    }

    /** Takes the values of an app in a realm. */
    Supplier<Namespace> appNamespace(Realm realm) {
        Supplier<AppName> app = app();
        Supplier<UserId> user = user();
        return () -> new Namespace.AppData(app.get(), user.get(), realm);
    }

    /** Takes the JSON of an app, or the content of the user if the path has no app. */
    Supplier<Namespace> jsonNamespace() {
        Supplier<Optional<AppName>> app = input.optionalPath("app", Fields.APP);
        Supplier<UserId> user = user();
        return () -> app.get()
                .<Namespace>map(name -> new Namespace.AppData(name, user.get(), Realm.JSON))
                .orElseGet(() -> new Namespace.Content(user.get()));
    }

    Supplier<Namespace> behaviorNamespace() {
        Supplier<UserId> user = user();
        return () -> new Namespace.Behavior(user.get());
    }
}
