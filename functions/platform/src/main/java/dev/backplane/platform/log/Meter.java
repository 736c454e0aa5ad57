package dev.backplane.platform.log;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts the AWS requests and the DynamoDB capacity units of a piece of work. */
public final class Meter {

    private static final ScopedValue<Meter> CURRENT = ScopedValue.newInstance();

    private final LongAdder calls = new LongAdder();
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();

    /** Runs work and counts its calls. */
    public <T> T measure(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Wraps work so that its calls are counted by the current meter when it runs on another thread. */
    public static <T> Supplier<T> carry(Supplier<T> work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        Meter meter = CURRENT.get();
        return () -> meter.measure(work);
    }

    /** Binds this meter in addition to other scoped values. */
    ScopedValue.Carrier measuring(ScopedValue.Carrier others) {
        return others.where(CURRENT, this);
    }

    /** Counts one request for the current work, if it is metered. */
    public static void called() {
        if (CURRENT.isBound()) {
            CURRENT.get().calls.increment();
        }
    }

    /** Counts the capacity units of a response for the current work, if it is metered. */
    public static void consumed(double readUnits, double writeUnits) {
        if (CURRENT.isBound()) {
            Meter meter = CURRENT.get();
            meter.readUnits.add(readUnits);
            meter.writeUnits.add(writeUnits);
        }
    }

    public long calls() {
        return calls.sum();
    }

    public double readUnits() {
        return readUnits.sum();
    }

    public double writeUnits() {
        return writeUnits.sum();
    }
}
