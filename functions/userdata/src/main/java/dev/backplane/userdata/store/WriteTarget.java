package dev.backplane.userdata.store;

import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Shelf;
import java.util.Optional;

/**
 * What is to be done to which value.
 *
 * @param counted the shelf, if what lies on it is counted
 */
record WriteTarget(
        Location location, Optional<Shelf.AppData> counted, DataKey key, Edit edit, Preconditions preconditions) {

    static WriteTarget of(Location location, Shelf shelf, DataKey key, Edit edit, Preconditions preconditions) {
        Optional<Shelf.AppData> counted =
                shelf instanceof Shelf.AppData appData ? Optional.of(appData) : Optional.empty();
        return new WriteTarget(location, counted, key, edit, preconditions);
    }

    /** Returns what the caller names, if a write can build on that alone. */
    Optional<Seen> named() {
        return preconditions
                .only()
                .filter(tag -> switch (edit) {
                    case Edit.Replace _ -> tag.version().created().isPresent();
                    case Edit.Merge _ -> false;
                    case Edit.Remove _ -> true;
                })
                .map(Seen.Named::new);
    }
}
