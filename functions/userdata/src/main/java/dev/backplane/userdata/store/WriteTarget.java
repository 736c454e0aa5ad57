package dev.backplane.userdata.store;

import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import java.util.Optional;

/**
 * An edit and the value that it changes.
 *
 * @param counted the namespace, if its values count towards a quota
 */
record WriteTarget(
        Location location, Optional<Namespace.AppData> counted, DataKey key, Edit edit, Preconditions preconditions) {

    static WriteTarget of(Location location, Namespace namespace, DataKey key, Edit edit, Preconditions preconditions) {
        Optional<Namespace.AppData> counted =
                namespace instanceof Namespace.AppData appData ? Optional.of(appData) : Optional.empty();
        return new WriteTarget(location, counted, key, edit, preconditions);
    }

    /** Returns the value that the caller named by its tag, if the edit needs nothing else. */
    Optional<ExpectedValue> named() {
        return preconditions
                .only()
                .filter(tag -> switch (edit) {
                    case Edit.Replace _ -> tag.version().created().isPresent();
                    case Edit.Merge _ -> false;
                    case Edit.Remove _ -> true;
                })
                .map(ExpectedValue.Named::new);
    }
}
