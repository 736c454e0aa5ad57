package dev.backplane.local.eventbridge;

import dev.backplane.local.time.Backoff;
import dev.backplane.local.time.Pause;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** Delivers events to one target of a rule with retries. */
final class EventDelivery {

    private final Addresses addresses;
    private final RetryPolicy policy;
    private final EventTarget target;
    private final DeadLetters deadLetters;
    private final Context context;

    /** The ARNs of a rule and its target. */
    record Addresses(String ruleArn, String targetArn) {}

    /** The dead-letter destination of a target. */
    @FunctionalInterface
    interface DeadLetters {

        /** Drops the event, as EventBridge does without a dead-letter queue. */
        DeadLetters NONE = (event, attributes) -> {};

        void send(BusEvent event, Map<String, String> attributes);
    }

    /** @param retries runs retries, so that other events need not wait */
    record Context(InstantSource clock, Pause pause, Executor retries) {}

    EventDelivery(
            Addresses addresses, RetryPolicy policy, EventTarget target, DeadLetters deadLetters, Context context) {
        this.addresses = addresses;
        this.policy = policy;
        this.target = target;
        this.deadLetters = deadLetters;
        this.context = context;
    }

    void deliver(BusEvent event) {
        Instant deadline = context.clock().instant().plus(policy.maxAge());
        try {
            target.deliver(event);
        } catch (DeliveryException failure) {
            if (failure.isRetriable()) {
                context.retries().execute(() -> retry(event, failure, deadline));
            } else {
                giveUp(event, failure, 0, Map.of());
            }
        }
    }

    private void retry(BusEvent event, DeliveryException firstFailure, Instant deadline) {
        DeliveryException failure = firstFailure;
        try {
            for (int retries = 0; failure.isRetriable(); retries++) {
                if (retries >= policy.maxRetries()) {
                    giveUp(event, failure, retries, exhausted("MaximumRetryAttempts"));
                    return;
                }
                context.pause().sleep(Backoff.before(retries));
                if (context.clock().instant().isAfter(deadline)) {
                    giveUp(event, failure, retries, exhausted("MaximumEventAgeInSeconds"));
                    return;
                }
                try {
                    target.deliver(event);
                    return;
                } catch (DeliveryException again) {
                    failure = again;
                }
            }
            giveUp(event, failure, 0, Map.of());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> exhausted(String condition) {
        return Map.of("EXHAUSTED_RETRY_CONDITION", condition);
    }

    private void giveUp(BusEvent event, DeliveryException failure, int retries, Map<String, String> condition) {
        Map<String, String> attributes = new HashMap<>(condition);
        attributes.put("RULE_ARN", addresses.ruleArn());
        attributes.put("TARGET_ARN", addresses.targetArn());
        attributes.put("ERROR_CODE", failure.code().name());
        attributes.put("ERROR_MESSAGE", failure.reason());
        if (retries > 0) {
            attributes.put("RETRY_ATTEMPTS", String.valueOf(retries));
        }
        deadLetters.send(event, attributes);
    }
}
