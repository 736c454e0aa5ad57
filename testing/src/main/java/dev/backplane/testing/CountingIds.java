package dev.backplane.testing;

import dev.backplane.platform.Ids;
import java.util.concurrent.atomic.AtomicLong;

/** Predictable ids: 1, 2, 3 and so on, as 32 hexadecimal characters. */
public final class CountingIds implements Ids {

    private final AtomicLong last = new AtomicLong();

    @Override
    public String next() {
        return of(last.incrementAndGet());
    }

    /** Returns the nth id. */
    public static String of(long n) {
        return String.format("%032x", n);
    }
}
