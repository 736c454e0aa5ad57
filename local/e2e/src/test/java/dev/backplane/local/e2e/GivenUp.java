package dev.backplane.local.e2e;

import dev.backplane.local.LocalServer;
import java.util.List;

/** Records that a function fails at until its mapping gives them up, which a grant of its own is for. */
final class GivenUp {

    /** How often a mapping of {@link LayerChainTest#impatient} tries. */
    static final int RETRIES = 2;

    private GivenUp() {}

    /** Has functions fail at the next record, which one change makes, and waits until it is given up. */
    static void next(LocalServer server, Runnable change, String... functions) {
        next(server, RETRIES + 1, change, functions);
    }

    /** Has functions fail for so many invocations. */
    static void next(LocalServer server, int times, Runnable change, String... functions) {
        for (String function : functions) {
            server.cloud().faults().failInvocation(times, name -> name.endsWith("-" + function), "given up");
        }
        change.run();
        for (String function : functions) {
            Suite.await(
                    () -> server.cloud().iam().unusedGrants(),
                    unused -> unused.stream()
                            .filter(grant -> grant.resource().endsWith("-failures"))
                            .noneMatch(grant -> isOf(function, grant.policy())));
        }
    }

    private static boolean isOf(String function, String policy) {
        return List.of(policy.split("[^A-Za-z]", -1)).stream().anyMatch(part -> part.startsWith(function));
    }
}
