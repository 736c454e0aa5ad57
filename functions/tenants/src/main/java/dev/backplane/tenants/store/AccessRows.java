package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.ACTOR;
import static dev.backplane.tenants.store.Attributes.CHANGE_AT;
import static dev.backplane.tenants.store.Attributes.CHANGE_KIND;
import static dev.backplane.tenants.store.Attributes.REASON;
import static dev.backplane.tenants.store.Attributes.RUN_STATUS;
import static dev.backplane.tenants.store.Attributes.SESSIONS_FROM;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.SUSPENDED_AT;
import static dev.backplane.tenants.store.Attributes.SUSPENDED_BY;
import static dev.backplane.tenants.store.Attributes.SUSPENSION_REASON;
import static dev.backplane.tenants.store.Attributes.UNPUBLISHED;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Access;
import dev.backplane.tenants.AccessChange;
import dev.backplane.tenants.AccessChange.Kind;
import dev.backplane.tenants.Suspension;
import dev.backplane.tenants.TenantState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The part of a profile that says whether the clients of the tenant may use its queues. */
final class AccessRows {

    private AccessRows() {}

    /** Returns the change that suspends a tenant. */
    static ItemUpdate suspended(Access before, TenantState state, AccessChange change) {
        return changed(before, TenantState.SUSPENDED, change)
                .set(RUN_STATUS, text(state.value()))
                .set(SUSPENDED_AT, text(Times.format(change.at())))
                .set(SUSPENDED_BY, text(change.cause().actor().text()))
                .setOrRemove(SUSPENSION_REASON, change.cause().reason().map(Values::text));
    }

    /** Returns the change that gives a suspension another reason. */
    static ItemUpdate reworded(Suspension suspension, String reason, Instant now) {
        return new ItemUpdate()
                .set(SUSPENSION_REASON, text(reason))
                .set(UPDATED_AT, text(Times.format(now)))
                .onlyIf(equal(SUSPENDED_AT, text(Times.format(suspension.since()))));
    }

    /** Returns the change that ends a suspension, if no run has changed the tenant since. */
    static ItemUpdate resumed(Access before, Suspension suspension, AccessChange change) {
        return changed(before, suspension.otherwise(), change)
                .set(SESSIONS_FROM, text(Times.format(Access.sessionsAfter(change.at()))))
                .remove(RUN_STATUS, SUSPENDED_AT, SUSPENDED_BY, SUSPENSION_REASON)
                .onlyIf(
                        equal(SUSPENDED_AT, text(Times.format(suspension.since()))),
                        equal(RUN_STATUS, text(suspension.otherwise().value())));
    }

    private static ItemUpdate changed(Access before, TenantState state, AccessChange change) {
        List<AccessChange> unpublished =
                Stream.concat(before.unpublished().stream(), Stream.of(change)).toList();
        return new ItemUpdate()
                .set(STATUS, text(state.value()))
                .set(UPDATED_AT, text(Times.format(change.at())))
                .set(UNPUBLISHED, values(unpublished))
                .onlyIf(unpublished(before));
    }

    /** Returns the change when a tenant is being deleted: it ends a suspension, and no session outlives it. */
    static ItemUpdate deleted(ItemUpdate update, Instant now) {
        return update.set(SESSIONS_FROM, text(Times.format(Access.sessionsAfter(now))))
                .remove(RUN_STATUS, SUSPENDED_AT, SUSPENDED_BY, SUSPENSION_REASON);
    }

    /** Returns the change when events were published. */
    static ItemUpdate published(Access before) {
        return new ItemUpdate().remove(UNPUBLISHED).onlyIf(exists(UNPUBLISHED), unpublished(before));
    }

    private static Condition unpublished(Access before) {
        return before.unpublished().isEmpty() ? absent(UNPUBLISHED) : equal(UNPUBLISHED, values(before.unpublished()));
    }

    /** Requires that a profile still allows clients what it allowed when it was read; there may be no profile. */
    static Condition allows(Access access) {
        return (access.suspension().isPresent() ? exists(SUSPENDED_AT) : absent(SUSPENDED_AT))
                .and(access.sessionsFrom()
                        .map(first -> equal(SESSIONS_FROM, text(Times.format(first))))
                        .orElseGet(() -> absent(SESSIONS_FROM)));
    }

    static boolean isSuspended(Item row) {
        return row.findText(SUSPENDED_AT).isPresent();
    }

    static Access toAccess(Item row) {
        return new Access(
                row.findText(SUSPENDED_AT).map(since -> toSuspension(row, since)),
                row.findText(SESSIONS_FROM).map(Times::parseAnyForm),
                changes(row));
    }

    private static Suspension toSuspension(Item row, String since) {
        return new Suspension(
                row.findText(SUSPENSION_REASON).orElse(""),
                Times.parseAnyForm(since),
                Actor.parse(row.text(SUSPENDED_BY)),
                TenantState.parse(row.text(RUN_STATUS)));
    }

    private static List<AccessChange> changes(Item row) {
        AttributeValue changes = row.attributes().get(UNPUBLISHED);
        return changes == null
                ? List.of()
                : changes.l().stream()
                        .map(change -> new Item(change.m()))
                        .map(change -> new AccessChange(
                                Kind.valueOf(change.text(CHANGE_KIND)),
                                Times.parseAnyForm(change.text(CHANGE_AT)),
                                new Cause(Actor.parse(change.text(ACTOR)), change.findText(REASON))))
                        .toList();
    }

    private static AttributeValue values(List<AccessChange> changes) {
        return AttributeValue.fromL(changes.stream().map(AccessRows::value).toList());
    }

    private static AttributeValue value(AccessChange change) {
        Map<String, String> texts = new TreeMap<>(Map.of(
                CHANGE_KIND, change.kind().name(),
                CHANGE_AT, Times.format(change.at()),
                ACTOR, change.cause().actor().text()));
        Optional<String> reason = change.cause().reason();
        reason.ifPresent(text -> texts.put(REASON, text));
        return TenantRows.map(texts);
    }
}
