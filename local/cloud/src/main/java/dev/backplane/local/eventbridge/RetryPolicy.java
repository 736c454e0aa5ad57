package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How often and how long a delivery is tried again. */
record RetryPolicy(int maxRetries, Duration maxAge) {

    private static final int MOST_RETRIES = 185;
    private static final int LEAST_AGE = 60;
    private static final int HIGHEST_AGE = 86_400;

    /** Reads the target of a rule; EventBridge's defaults are its limits. */
    static RetryPolicy of(JsonNode target) {
        return new RetryPolicy(retries(target), Duration.ofSeconds(age(target)));
    }

    /** Returns what EventBridge would not accept. */
    static List<String> problems(JsonNode target) {
        List<String> problems = new ArrayList<>();
        if (retries(target) < 0 || retries(target) > MOST_RETRIES) {
            problems.add("maximum retry attempts " + retries(target) + " is not from 0 to " + MOST_RETRIES);
        }
        if (age(target) < LEAST_AGE || age(target) > HIGHEST_AGE) {
            problems.add(
                    "maximum event age " + age(target) + " is not from " + LEAST_AGE + " to " + HIGHEST_AGE + " s");
        }
        return problems;
    }

    private static int retries(JsonNode target) {
        return target.at("/RetryPolicy/MaximumRetryAttempts").asInt(MOST_RETRIES);
    }

    private static int age(JsonNode target) {
        return target.at("/RetryPolicy/MaximumEventAgeInSeconds").asInt(HIGHEST_AGE);
    }
}
