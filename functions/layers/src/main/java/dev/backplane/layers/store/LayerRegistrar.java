package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.store.Pointers.Try;
import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Registers layer versions: pointer, row, mark and the version before it change together or not at all. */
final class LayerRegistrar {

    private static final int MARK = 2;
    private static final Duration DELETION = Duration.ofSeconds(5);

    private final Dynamo dynamo;
    private final LayersSettings settings;
    private final Clock clock;
    private final Pointers pointers;

    LayerRegistrar(Dynamo dynamo, LayersSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = clock;
        this.pointers = new Pointers(dynamo, settings.table());
    }

    RegisterOutcome register(NewLayer request) {
        return pointers.advance(LayerKey.pointer(request.id()), pointer -> attempt(request, pointer));
    }

    private Try<RegisterOutcome> attempt(NewLayer request, Optional<Item> pointer) {
        Optional<Layer> previous = pointer.flatMap(LayerRows::latest);
        if (previous.filter(layer -> layer.arn().equals(request.arn())).isPresent()) {
            return new Try.Done<>(replay(request, previous.get()));
        }
        Layer layer = Layer.latest(request, Pointers.next(pointer), Times.now(clock));
        Transacted written = dynamo.transact(registration(layer, pointer, previous));
        if (written instanceof Transacted.Refused refused && onlyPreviousFailed(refused)) {
            // Somebody took the row of the version before away by hand: there is nothing left to deprecate.
            written = dynamo.transact(registration(layer, pointer, Optional.empty()));
        }
        return switch (written) {
            case Transacted.Committed _ -> new Try.Done<>(new RegisterOutcome.Registered(layer));
            case Transacted.Refused refused
            when refused.failedAt(MARK) ->
                new Try.Done<>(replay(request, refused.currentAt(MARK).orElseThrow()));
            case Transacted.Refused refused -> new Try.Refused<>(refused);
        };
    }

    private static boolean onlyPreviousFailed(Transacted.Refused refused) {
        return refused.heldAt(Pointers.POINTER) && refused.heldAt(Pointers.ROW) && refused.heldAt(MARK);
    }

    private Transaction registration(Layer layer, Optional<Item> pointer, Optional<Layer> previous) {
        Transaction transaction = new Transaction();
        Pointers.move(transaction, settings.table(), LayerRows.toPointer(layer, layer.version()), pointer);
        transaction
                .put(
                        settings.table(),
                        LayerRows.toItem(layer),
                        put -> put.conditionExpression("attribute_not_exists(pk)"))
                .put(
                        settings.table(),
                        LayerRows.toMark(layer),
                        put -> put.conditionExpression("attribute_not_exists(pk)"));
        previous.ifPresent(before -> deprecate(transaction, before, layer.created()));
        return transaction;
    }

    private void deprecate(Transaction transaction, Layer previous, Instant now) {
        transaction.update(
                settings.table(),
                new LayerKey(previous.id(), previous.version()).attributes(),
                update -> update.updateExpression("SET dplySts = :deprecated, exDt = :expires")
                        .conditionExpression("dplySts = :latest")
                        .expressionAttributeValues(Map.of(
                                ":deprecated",
                                Values.text(DeployStatus.DEPRECATED.word()),
                                ":latest",
                                Values.text(DeployStatus.LATEST.word()),
                                ":expires",
                                Values.number(now.plus(settings.expiry()).getEpochSecond()))));
    }

    private RegisterOutcome replay(NewLayer request, Item mark) {
        LayerKey holder = LayerRows.holder(mark);
        if (!holder.id().equals(request.id())) {
            return new RegisterOutcome.ArnTaken(holder.id(), holder.version());
        }
        return dynamo.get(get ->
                        get.tableName(settings.table()).key(holder.attributes()).consistentRead(true))
                .map(LayerRows::toLayer)
                .map(layer -> replay(request, layer))
                // Between the end of a row and its tombstone: a registration now would name a layer about to go.
                .orElseThrow(
                        () -> new Unavailable("LAYER_BEING_DELETED", "The layer version is being deleted.", DELETION));
    }

    private static RegisterOutcome replay(NewLayer request, Layer registered) {
        if (registered.status() == DeployStatus.DELETE_FAILED) {
            return new RegisterOutcome.DeleteFailed(registered);
        }
        return request.agreesWith(registered)
                ? new RegisterOutcome.AlreadyRegistered(registered)
                : new RegisterOutcome.ArnMismatch(registered);
    }
}
