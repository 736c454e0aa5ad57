package dev.backplane.bench;

import java.util.Arrays;

/** Medians and percentiles. */
public final class Figures {

    private Figures() {}

    public static double median(double... values) {
        return percentile(50, values);
    }

    /** Returns a percentile, interpolated between values. */
    public static double percentile(double percent, double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("No values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = percent / 100 * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
