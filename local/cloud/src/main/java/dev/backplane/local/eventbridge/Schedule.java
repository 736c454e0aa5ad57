package dev.backplane.local.eventbridge;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When a rule is due, as its {@code ScheduleExpression} says. */
sealed interface Schedule permits Schedule.Rate, CronSchedule {
    Pattern RATE = Pattern.compile("rate\\((\\d{1,6}) (minute|minutes|hour|hours|day|days)\\)");

    /** The first moment after this one at which the rule is due, if there is any. */
    Optional<Instant> next(Instant after);

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException when EventBridge, or the local cloud, would not understand it
     */
    static Schedule parse(String expression) {
        if (expression.startsWith("cron(") && expression.endsWith(")")) {
            return CronSchedule.parse(expression.substring("cron(".length(), expression.length() - 1));
        }
        Matcher rate = RATE.matcher(expression);
        if (!rate.matches()) {
            throw new IllegalArgumentException("schedule " + expression + " is neither rate(...) nor cron(...)");
        }
        int value = Integer.parseInt(rate.group(1));
        String unit = rate.group(2);
        if (value == 0 || (value == 1) == unit.endsWith("s")) {
            throw new IllegalArgumentException(
                    "schedule " + expression + ": one minute, but 2 minutes, is how EventBridge wants it");
        }
        return new Rate(unit(unit).getDuration().multipliedBy(value));
    }

    private static ChronoUnit unit(String name) {
        return switch (name.charAt(0)) {
            case 'm' -> ChronoUnit.MINUTES;
            case 'h' -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
    }

    /** Again and again after the same time. */
    record Rate(Duration period) implements Schedule {
        @Override
        public Optional<Instant> next(Instant after) {
            return Optional.of(after.plus(period));
        }
    }
}
