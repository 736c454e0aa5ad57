package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.util.Locale;
import java.util.Optional;

/**
 * A position in the values of a user: the apps by name, of each app first JSON and then blobs; then content, and then
 * calculated behavior.
 *
 * @param app present for values of apps
 * @param after the last key that was exported; empty at the begin of a namespace
 */
public record ExportPosition(Store store, Optional<AppName> app, Optional<DataKey> after) {

    private static final String NONE = "-";

    /** What a value belongs to. */
    public enum Store {
        JSON,
        BLOB,
        CONTENT,
        CB;

        /** Returns the name in exports. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the namespace of a user at this position. */
    public Namespace of(UserId user) {
        return switch (store) {
            case JSON -> new Namespace.AppData(app.orElseThrow(), user, Realm.JSON);
            case BLOB -> new Namespace.AppData(app.orElseThrow(), user, Realm.BLOB);
            case CONTENT -> new Namespace.Content(user);
            case CB -> new Namespace.Behavior(user);
        };
    }

    public ExportPosition after(DataKey key) {
        return new ExportPosition(store, app, Optional.of(key));
    }

    /** Returns the begin of a namespace. */
    public static ExportPosition begin(Store store, Optional<AppName> app) {
        return new ExportPosition(store, app, Optional.empty());
    }

    /** Parses the result of {@link #toString}. */
    public static ExportPosition parse(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != 3) {
            throw new InvalidValueException("must be a position of an export");
        }
        return new ExportPosition(
                Store.valueOf(parts[0]),
                Optional.of(parts[1]).filter(name -> !name.equals(NONE)).map(AppName::new),
                Optional.of(parts[2]).filter(key -> !key.equals(NONE)).map(DataKey::new));
    }

    @Override
    public String toString() {
        return store + " " + app.map(AppName::value).orElse(NONE) + " "
                + after.map(DataKey::value).orElse(NONE);
    }
}
