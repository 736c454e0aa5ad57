package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The retry policy of a target. */
record RetryPolicy(int maxRetries, Duration maxAge) {

    private static final int MAX_RETRIES = 185;
    private static final int LEAST_AGE = 60;
    private static final int HIGHEST_AGE = 86_400;

    /** Reads the policy of a target. EventBridge's defaults are its maximums. */
    static RetryPolicy of(JsonNode target) {
        return new RetryPolicy(retries(target), Duration.ofSeconds(age(target)));
    }

    /** Returns the invalid values. */
    static List<String> problems(JsonNode target) {
        List<String> problems = new ArrayList<>();
        if (retries(target) < 0 || retries(target) > MAX_RETRIES) {
            problems.add("maximum retry attempts " + retries(target) + " is not from 0 to " + MAX_RETRIES);
        }
        if (age(target) < LEAST_AGE || age(target) > HIGHEST_AGE) {
            problems.add(
                    "maximum event age " + age(target) + " is not from " + LEAST_AGE + " to " + HIGHEST_AGE + " s");
        }
        return problems;
    }

    private static int retries(JsonNode target) {
        return target.at("/RetryPolicy/MaximumRetryAttempts").asInt(MAX_RETRIES);
    }

    private static int age(JsonNode target) {
        return target.at("/RetryPolicy/MaximumEventAgeInSeconds").asInt(HIGHEST_AGE);
    }
}
