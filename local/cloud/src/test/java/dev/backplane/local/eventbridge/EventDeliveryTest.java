package dev.backplane.local.eventbridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.eventbridge.DeliveryException.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EventDeliveryTest {

    private static final BusEvent EVENT =
            new BusEvent("bus", JsonNodeFactory.instance.objectNode().put("id", "1"));
    private static final RetryPolicy POLICY = new RetryPolicy(3, Duration.ofMinutes(1));

    private final Deque<Code> failures = new ArrayDeque<>();
    private final List<Map<String, String>> deadLetters = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-05T00:00:00Z");
    private int attempts;

    @Test
    void deliver_whenTheTargetRecovers_triesUntilItTakesTheEvent() {
        failures.addAll(List.of(Code.CONNECTION_FAILURE, Code.CONNECTION_FAILURE));

        deliver(POLICY);

        assertThat(attempts).isEqualTo(3);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void deliver_whenRetriesAreUsedUp_putsTheEventAside() {
        failures.addAll(Collections.nCopies(9, Code.CONNECTION_FAILURE));

        deliver(POLICY);

        assertThat(attempts).isEqualTo(4);
        assertThat(deadLetters)
                .singleElement()
                .satisfies(attributes -> assertThat(attributes)
                        .containsEntry("EXHAUSTED_RETRY_CONDITION", "MaximumRetryAttempts")
                        .containsEntry("RETRY_ATTEMPTS", "3")
                        .containsEntry("ERROR_CODE", "CONNECTION_FAILURE"));
    }

    @Test
    void deliver_whenTheEventGetsTooOld_putsItAside() {
        failures.addAll(Collections.nCopies(200, Code.CONNECTION_FAILURE));

        deliver(new RetryPolicy(185, Duration.ofMinutes(1)));

        assertThat(attempts).isGreaterThan(5).isLessThan(100);
        assertThat(deadLetters)
                .singleElement()
                .satisfies(attributes ->
                        assertThat(attributes).containsEntry("EXHAUSTED_RETRY_CONDITION", "MaximumEventAgeInSeconds"));
    }

    @Test
    void deliver_whenNoRetryCanHelp_putsTheEventAsideAtOnce() {
        failures.add(Code.NO_PERMISSIONS);

        deliver(POLICY);

        assertThat(attempts).isEqualTo(1);
        assertThat(deadLetters)
                .singleElement()
                .satisfies(attributes -> assertThat(attributes)
                        .containsEntry("ERROR_CODE", "NO_PERMISSIONS")
                        .doesNotContainKeys("EXHAUSTED_RETRY_CONDITION", "RETRY_ATTEMPTS"));
    }

    @Test
    void deliver_whenRetriesAreSwitchedOff_triesOnce() {
        failures.addAll(List.of(Code.CONNECTION_FAILURE, Code.CONNECTION_FAILURE));

        deliver(new RetryPolicy(0, Duration.ofMinutes(1)));

        assertThat(attempts).isEqualTo(1);
        assertThat(deadLetters).hasSize(1);
    }

    private void deliver(RetryPolicy policy) {
        EventTarget target = event -> {
            attempts++;
            if (!failures.isEmpty()) {
                throw new DeliveryException(failures.remove(), "no");
            }
        };
        new EventDelivery(
                        new EventDelivery.Addresses("rule", "target"),
                        policy,
                        target,
                        (event, attributes) -> deadLetters.add(attributes),
                        new EventDelivery.Context(() -> now, time -> now = now.plus(time), Runnable::run))
                .deliver(EVENT);
    }
}
