package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transacted.Reason;
import dev.backplane.platform.dynamo.Write;
import java.util.Optional;

/** What came of one try to write a value together with its counters. */
sealed interface Committed {

    int VALUE = 0;
    int USAGE = 1;
    int APP = 2;

    /** All of it is written. */
    record Done() implements Committed {}

    /** The value is not what it was taken for. */
    record ValueChanged(Optional<Item> head) implements Committed {}

    /** The value is what it was taken for, and the counters do not allow the write. */
    record UsageRefused(Optional<Item> usage) implements Committed {}

    /** The app is gone, or being removed. */
    record AppRefused() implements Committed {}

    /** Others were in the way: nothing can be said about the counters while the value itself was busy. */
    record Busy() implements Committed {}

    static Committed of(Write write) {
        return switch (write) {
            case Write.Applied _ -> new Done();
            case Write.Refused(Optional<Item> current) -> new ValueChanged(current);
        };
    }

    /** Tells what came of a user's first value in an app, which is written only if the app takes users. */
    static Committed ofFirst(Transacted transacted) {
        return transacted instanceof Transacted.Refused refused && refused.heldAt(VALUE) && refused.failedAt(APP)
                ? new AppRefused()
                : of(transacted, true);
    }

    static Committed of(Transacted transacted, boolean counted) {
        return switch (transacted) {
            case Transacted.Committed _ -> new Done();
            case Transacted.Refused refused when refused.failedAt(VALUE) -> new ValueChanged(refused.currentAt(VALUE));
            case Transacted.Refused refused
            when counted && refused.failedAt(USAGE) && refused.reasons().get(VALUE) instanceof Reason.None ->
                new UsageRefused(refused.currentAt(USAGE));
            case Transacted.Refused _ -> new Busy();
        };
    }
}
