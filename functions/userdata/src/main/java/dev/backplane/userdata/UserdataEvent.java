package dev.backplane.userdata;

import dev.backplane.platform.Actor;
import java.util.Optional;

/** What an app with events publishes. */
public sealed interface UserdataEvent {

    /** The name of the event when a value was written or removed. */
    String VALUE_CHANGED = "ValueChanged";

    /** The name of the event when a percentage of the quota is reached. */
    String QUOTA_REACHED = "QuotaReached";

    /** A value was written or removed. */
    record ValueChanged(AppName app, UserId user, Optional<Actor> actor, Change change) implements UserdataEvent {}

    /** A user's data reached a percentage of the quota. */
    record QuotaReached(AppName app, UserId user, Optional<Actor> actor, long percent, long limitBytes, long usedBytes)
            implements UserdataEvent {}
}
