package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.EntityTags;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.UserId;
import java.util.Optional;
import java.util.function.Supplier;

/** A request that may reach the user it names, and the checked reading of what its path says. */
record Call(HttpRequest request, Input input) {

    static final String ME = "me";

    /** Takes the user of the path; {@code me} is the token's. */
    Supplier<UserId> user() {
        return input.path(
                "user",
                InputType.text(text -> text.equals(ME)
                        ? request.subject()
                                .map(UserId::parse)
                                .orElseThrow(() -> new InvalidValueException("is nobody: the token has no subject"))
                        : UserId.parse(text)));
    }

    Supplier<AppName> app() {
        return input.path("app", Fields.APP);
    }

    Supplier<DataKey> key() {
        return input.path("key", Fields.KEY);
    }

    /** Takes what must hold of the value for it to be written. */
    Supplier<Preconditions> preconditions() {
        Supplier<Optional<EntityTags>> ifMatch = input.optionalHeader("If-Match", InputType.text(EntityTags::parse));
        Supplier<Optional<EntityTags>> ifNoneMatch =
                input.optionalHeader("If-None-Match", InputType.text(EntityTags::parse));
        return () -> new Preconditions(ifMatch.get(), ifNoneMatch.get());
    }

    /** Takes what an app keeps in a realm. */
    Supplier<Shelf> appShelf(Realm realm) {
        Supplier<AppName> app = app();
        Supplier<UserId> user = user();
        return () -> new Shelf.AppData(app.get(), user.get(), realm);
    }

    /** Takes the JSON that an app keeps, or without an app in the path what the user has created. */
    Supplier<Shelf> jsonShelf() {
        Supplier<Optional<AppName>> app = input.optionalPath("app", Fields.APP);
        Supplier<UserId> user = user();
        return () -> app.get()
                .<Shelf>map(name -> new Shelf.AppData(name, user.get(), Realm.JSON))
                .orElseGet(() -> new Shelf.Content(user.get()));
    }

    Supplier<Shelf> behaviorShelf() {
        Supplier<UserId> user = user();
        return () -> new Shelf.Behavior(user.get());
    }
}
