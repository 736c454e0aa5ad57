package dev.backplane.deployments;

import dev.backplane.platform.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An alias that was considered for a path.
 *
 * @param won whether it serves the path
 * @param reason why it does or does not, for people
 */
public record Candidate(Alias alias, boolean won, String reason) {

    /** Judges the aliases of a path in order of precedence: those of the exact host, then those of the wildcard. */
    public static List<Candidate> judge(String path, List<Alias> inOrder, Instant now) {
        List<Candidate> judged = new ArrayList<>();
        Optional<Alias> winner = Optional.empty();
        for (Alias alias : inOrder) {
            Optional<String> loss = mismatch(alias, path, now).or(winnerBefore(winner, alias));
            judged.add(new Candidate(
                    alias, loss.isEmpty(), loss.orElse("the longest base path of the host that contains the path")));
            if (loss.isEmpty()) {
                winner = Optional.of(alias);
            }
        }
        return judged;
    }

    private static Optional<String> mismatch(Alias alias, String path, Instant now) {
        if (!alias.id().path().contains(path)) {
            return Optional.of("the base path does not contain the path");
        }
        return alias.isExpired(now) ? alias.expiry().map(end -> "expired at " + Times.format(end)) : Optional.empty();
    }

    private static Supplier<Optional<String>> winnerBefore(Optional<Alias> winner, Alias alias) {
        return () -> winner.map(other -> other.id().host().equals(alias.id().host())
                ? "a longer base path contains the path"
                : "the exact host has precedence over the wildcard");
    }
}
