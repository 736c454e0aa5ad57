package dev.backplane.layers.verify;

import dev.backplane.layers.RegionName;
import dev.backplane.layers.Verification;
import dev.backplane.layers.parameters.SsmRefusalException;
import dev.backplane.layers.store.LayerPosition;
import dev.backplane.layers.verify.VerifyPosition.Phase;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.log.Invocation;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.model.LambdaException;

/**
 * Compares the table with the parameters and with Lambda, region by region, in parts that each fit into the time limit.
 *
 * <p>It walks an index of live layers, Lambda's list and SSM's list, and never scans the table. {@link RegionVerifier}
 * verifies the entries of each.
 */
public final class LayerVerifier {

    /** The time after which a part starts no more work; the function's timeout is more than twice as long. */
    static final Duration TIME = Duration.ofSeconds(4);

    private static final int MAX_FINDINGS = 200;
    private static final int SERVER_ERROR = 500;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Sources sources;
    private final List<RegionName> regions;
    private final Duration time;

    public LayerVerifier(Platform platform) {
        this(platform, TIME);
    }

    LayerVerifier(Platform platform, Duration time) {
        this.sources = Sources.of(platform);
        this.regions = sources.limits().regions().isEmpty()
                ? List.of(RegionName.parse(platform.aws().region().id()))
                : sources.limits().regions().stream()
                        .sorted(Comparator.comparing(RegionName::value))
                        .toList();
        this.time = time;
    }

    /**
     * Parses a position that a previous part returned.
     *
     * @throws InvalidValueException if the text is not a position in a region of this stage
     */
    public VerifyPosition position(String text) {
        VerifyPosition position = VerifyPosition.parse(text);
        if (!regions.contains(position.region())) {
            throw new InvalidValueException("not a region of this stage");
        }
        if (position.phase() == Phase.REGISTERED) {
            position.after().ifPresent(after -> LayerPosition.parse(after).in(position.region()));
        }
        return position;
    }

    /**
     * Verifies one part, and repairs parameters if requested.
     *
     * @param from the position that the previous part returned
     * @throws Unavailable if an AWS service was overloaded before anything could be verified
     */
    public Verification verify(boolean repair, Optional<VerifyPosition> from) {
        RegionVerifier verifier = new RegionVerifier(sources, repair);
        long end = System.nanoTime() + time.toNanos();
        Optional<VerifyPosition> next =
                from.or(() -> Optional.of(new VerifyPosition(regions.getFirst(), Phase.REGISTERED, Optional.empty())));
        boolean isStarted = false;
        try {
            do {
                next = step(verifier, next.get());
                isStarted = true;
            } while (next.isPresent()
                    && System.nanoTime() < end
                    && verifier.findings().size() < MAX_FINDINGS);
        } catch (Unavailable e) {
            if (!isStarted) {
                throw e;
            }
            Invocation.recordFailure(e);
        }
        return new Verification(
                verifier.findings(), verifier.repaired(), verifier.checked(), next.map(VerifyPosition::toString));
    }

    /** Verifies the entries at a position; returns the position after them. */
    private Optional<VerifyPosition> step(RegionVerifier verifier, VerifyPosition position) {
        Optional<String> after;
        try {
            after = switch (position.phase()) {
                case REGISTERED -> verifier.verifyRegistered(position.region(), position.after());
                case LAMBDA -> verifier.verifyLambda(position.region(), position.after());
                case PARAMETERS -> verifier.verifyParameters(position.region(), position.after());
            };
        } catch (SsmRefusalException e) {
            verifier.unreadable(position.region(), "ssm", e.code());
            after = Optional.empty();
        } catch (LambdaException e) {
            if (e.isThrottlingException() || e.statusCode() >= SERVER_ERROR) {
                throw new Unavailable("THROTTLED", "Lambda is overloaded or failed.", RETRY_AFTER, e);
            }
            verifier.unreadable(position.region(), "lambda", e.awsErrorDetails().errorCode());
            after = Optional.empty();
        } catch (SdkClientException e) {
            // A region that does not exist, or does not respond, must not prevent the verification of the others.
            verifier.unreadable(position.region(), "network", e.getClass().getSimpleName());
            after = Optional.empty();
        }
        return after.map(place -> new VerifyPosition(position.region(), position.phase(), Optional.of(place)))
                .or(() -> following(position));
    }

    private Optional<VerifyPosition> following(VerifyPosition position) {
        return switch (position.phase()) {
            case REGISTERED -> Optional.of(new VerifyPosition(position.region(), Phase.LAMBDA, Optional.empty()));
            case LAMBDA -> Optional.of(new VerifyPosition(position.region(), Phase.PARAMETERS, Optional.empty()));
            case PARAMETERS ->
                regions.stream()
                        .skip(regions.indexOf(position.region()) + 1L)
                        .findFirst()
                        .map(region -> new VerifyPosition(region, Phase.REGISTERED, Optional.empty()));
        };
    }
}
