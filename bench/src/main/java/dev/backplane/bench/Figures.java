package dev.backplane.bench;

import java.util.Arrays;

/** The one number that stands for many. */
public final class Figures {

    private Figures() {}

    /** Returns the value in the middle. */
    public static double median(double... values) {
        return percentile(50, values);
    }

    /** Returns the value that so many percent do not pass, between two values when it falls there. */
    public static double percentile(double percent, double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = percent / 100 * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
