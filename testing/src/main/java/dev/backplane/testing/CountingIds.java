package dev.backplane.testing;

import dev.backplane.platform.Ids;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that can be foretold: 1, 2, 3 and so on, as 32 hexadecimal characters. */
public final class CountingIds implements Ids {

    private final AtomicLong last = new AtomicLong();

    @Override
    public String next() {
        return of(last.incrementAndGet());
    }

    /** Returns the id that is given out as the nth. */
    public static String of(long n) {
        return String.format("%032x", n);
    }
}
