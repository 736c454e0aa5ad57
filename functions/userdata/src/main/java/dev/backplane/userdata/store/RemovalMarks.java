package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removal.Refusal;
import dev.backplane.userdata.UserId;
import java.util.List;
import java.util.Optional;

/**
 * The marks of users and apps whose data is being removed.
 *
 * <p>Every write reads them first, consistently. It may still end after a mark is set, but not later than its function.
 */
record RemovalMarks(Dynamo dynamo, String table) {

    /** Returns why values of a namespace may not be written now, if so. */
    Optional<Removal.Refusal> refusal(Namespace namespace) {
        return switch (namespace) {
            case Namespace.AppData(AppName app, UserId user, var _) -> refusal(user, app);
            case Namespace.Content(UserId user) -> refusal(user);
            case Namespace.Behavior(UserId user) -> refusal(user);
        };
    }

    private Optional<Refusal> refusal(UserId user) {
        return dynamo.get(table, JobRows.mark(user)).map(_ -> Refusal.USER_BEING_ERASED);
    }

    private Optional<Refusal> refusal(UserId user, AppName app) {
        return dynamo.getAll(table, List.of(JobRows.mark(user), JobRows.mark(app))).stream()
                .map(mark -> mark.text(JobRows.SUBJECT).equals(JobRows.of(user))
                        ? Refusal.USER_BEING_ERASED
                        : Refusal.APP_BEING_PURGED)
                .sorted()
                .findFirst();
    }
}
