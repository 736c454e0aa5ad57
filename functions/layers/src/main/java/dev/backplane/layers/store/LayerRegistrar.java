package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.store.Pointers.Numbering;
import dev.backplane.layers.store.Pointers.Outcome;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Registers layer versions; pointer, row, mark and older versions change in one transaction. */
final class LayerRegistrar {

    private static final Duration DELETION = Duration.ofSeconds(5);

    /** The number of transactions with the same pointer; a refusal tells what the older versions are like. */
    private static final int MAX_TRIES = 3;

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

    RegisterOutcome register(NewLayer request, Cause cause) {
        return pointers.advance(LayerKey.pointer(request.id()), pointer -> attempt(request, pointer, cause));
    }

    private Outcome<RegisterOutcome> attempt(NewLayer request, Optional<Item> pointer, Cause cause) {
        Optional<Layer> previous = pointer.flatMap(LayerRows::latest);
        if (previous.filter(layer -> layer.arn().equals(request.arn())).isPresent()) {
            return new Outcome.Done<>(replay(request, previous.get()));
        }
        Layer layer = Layer.latest(request, Pointers.next(pointer), Times.now(clock));
        Succession succession = new Succession(settings, layer, pointer);
        Registration registration = registration(layer, pointer, succession, cause);
        Transaction.Result written = dynamo.transact(registration.transaction());
        for (int tries = 1;
                tries < MAX_TRIES
                        && written instanceof Transaction.Refused refused
                        && registration.onlySuccessionFailed(refused);
                tries++) {
            succession.learn(refused);
            registration = registration(layer, pointer, succession, cause);
            written = dynamo.transact(registration.transaction());
        }
        Action mark = registration.mark();
        return switch (written) {
            case Transaction.Committed _ -> new Outcome.Done<>(new RegisterOutcome.Registered(layer));
            case Transaction.Refused refused
            when refused.failed(mark) ->
                new Outcome.Done<>(replay(request, refused.current(mark).orElseThrow()));
            case Transaction.Refused refused -> new Outcome.Refused<>(registration.numbering(), refused);
        };
    }

    /** The transaction of a registration; the mark is the row that reserves the ARN. */
    private record Registration(Numbering numbering, Action mark) {

        Transaction transaction() {
            return numbering.transaction();
        }

        boolean onlySuccessionFailed(Transaction.Refused refused) {
            return refused.held(numbering.pointer()) && refused.held(numbering.row()) && refused.held(mark);
        }
    }

    private Registration registration(Layer layer, Optional<Item> pointer, Succession succession, Cause cause) {
        Numbering numbering = pointers.number(
                LayerRows.toPointer(layer, layer.version(), succession.kept()),
                pointer,
                LayerRows.toItem(layer, cause));
        Transaction transaction = numbering.transaction();
        Action mark = transaction.put(settings.table(), LayerRows.toMark(layer), Condition.absent(Attributes.PK));
        succession.addTo(transaction, cause);
        return new Registration(numbering, mark);
    }

    private RegisterOutcome replay(NewLayer request, Item mark) {
        LayerKey holder = LayerRows.holder(mark);
        if (!holder.id().equals(request.id())) {
            return new RegisterOutcome.ArnTaken(holder.id(), holder.version());
        }
        return dynamo.get(settings.table(), holder.attributes())
                .map(LayerRows::toLayer)
                .map(layer -> replay(request, layer))
                // The row is deleted and its tombstone is not written yet: the layer is about to be deleted.
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
