package dev.backplane.local.e2e;

import dev.backplane.local.LocalServer;
import java.util.List;

/** Records that a function fails to process until its mapping discards them, which needs a permission. */
final class GivenUp {

    /** The number of attempts of a mapping in {@link LayerChainTest#impatient}. */
    static final int RETRIES = 2;

    private GivenUp() {}

    /** Makes functions fail for the next record, which a change creates, and waits until it is discarded. */
    static void next(LocalServer server, Runnable change, String... functions) {
        next(server, RETRIES + 1, change, functions);
    }

    /** Makes functions fail for a number of invocations. */
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
