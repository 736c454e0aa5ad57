package dev.backplane.cli;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the name that is nearest to a misspelled one. */
final class Names {

    private Names() {}

    /** Returns the candidate that differs least from a name, if it does not differ much. */
    static Optional<String> nearest(String name, Stream<String> candidates) {
        int most = Math.max(2, name.length() / 3);
        return candidates
                .filter(word -> !word.equals(name) && distance(name, word) <= most)
                .min(Comparator.comparingInt(word -> distance(name, word)));
    }

    /** The Levenshtein distance, ignoring case. */
    static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] costs = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            costs[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = costs[0];
            costs[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = costs[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                costs[j] = Math.min(replaced, Math.min(above, costs[j - 1]) + 1);
                diagonal = above;
            }
        }
        return costs[b.length()];
    }
}
