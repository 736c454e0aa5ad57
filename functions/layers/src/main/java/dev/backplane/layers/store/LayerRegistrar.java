package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
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

    private static final int POINTER = 0;
    private static final int ROW = 1;
    private static final int MARK = 2;
    private static final Duration DELETION = Duration.ofSeconds(5);

    private final Dynamo dynamo;
    private final LayersSettings settings;
    private final Clock clock;
    private final Turns turns = new Turns();

    LayerRegistrar(Dynamo dynamo, LayersSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = clock;
    }

    RegisterOutcome register(NewLayer request) {
        return turns.take(request.id(), () -> dynamo.retry().run(() -> attempt(request)));
    }

    private Attempt<RegisterOutcome> attempt(NewLayer request) {
        Optional<Item> pointer = dynamo.get(get -> get.tableName(settings.table())
                .key(LayerKey.pointer(request.id()))
                .consistentRead(true));
        Optional<Layer> previous = pointer.flatMap(LayerRows::latest);
        if (previous.filter(layer -> layer.arn().equals(request.arn())).isPresent()) {
            return new Attempt.Done<>(replay(request, previous.get()));
        }
        long version = pointer.map(item -> item.number(MAX_VERSION)).orElse(0L) + 1;
        Layer layer = Layer.latest(request, version, Times.now(clock));
        Transacted written = dynamo.transact(registration(layer, pointer, previous));
        if (written instanceof Transacted.Refused refused && onlyPreviousFailed(refused)) {
            // Somebody took the row of the version before away by hand: there is nothing left to deprecate.
            written = dynamo.transact(registration(layer, pointer, Optional.empty()));
        }
        return switch (written) {
            case Transacted.Committed _ -> new Attempt.Done<>(new RegisterOutcome.Registered(layer));
            case Transacted.Refused refused
            when refused.failedAt(MARK) ->
                new Attempt.Done<>(replay(request, refused.currentAt(MARK).orElseThrow()));
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }

    private static boolean onlyPreviousFailed(Transacted.Refused refused) {
        return !refused.failedAt(POINTER) && !refused.failedAt(ROW) && !refused.failedAt(MARK);
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
        LayerKey key = new LayerKey(request.id(), mark.number(LAYER_VERSION));
        return dynamo.get(get ->
                        get.tableName(settings.table()).key(key.attributes()).consistentRead(true))
                .map(LayerRows::toLayer)
                .map(layer -> replay(request, layer))
                // Between the end of a row and its tombstone: a registration now would name a layer about to go.
                .orElseThrow(
                        () -> new Unavailable("LAYER_BEING_DELETED", "The layer version is being deleted.", DELETION));
    }

    private static RegisterOutcome replay(NewLayer request, Layer registered) {
        return request.agreesWith(registered)
                ? new RegisterOutcome.AlreadyRegistered(registered)
                : new RegisterOutcome.ArnMismatch(registered);
    }
}
