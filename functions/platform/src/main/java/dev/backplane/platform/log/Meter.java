package dev.backplane.platform.log;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts what a piece of work asked of AWS: requests to all services, and the capacity units of DynamoDB. */
public final class Meter {

    private static final ScopedValue<Meter> CURRENT = ScopedValue.newInstance();

    private final LongAdder calls = new LongAdder();
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();

    /** Runs work whose calls this meter counts. */
    public <T> T measure(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Returns the same work, whose calls count for the work under way even when another thread does it. */
    public static <T> Supplier<T> carry(Supplier<T> work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        Meter meter = CURRENT.get();
        return () -> meter.measure(work);
    }

    /** Adds this meter to what work is run with. */
    ScopedValue.Carrier measuring(ScopedValue.Carrier others) {
        return others.where(CURRENT, this);
    }

    /** Counts one request for the work under way, if anybody measures it. */
    public static void called() {
        if (CURRENT.isBound()) {
            CURRENT.get().calls.increment();
        }
    }

    /** Counts what DynamoDB says that it took for the work under way, if anybody measures it. */
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
