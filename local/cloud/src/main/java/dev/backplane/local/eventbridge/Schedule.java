package dev.backplane.local.eventbridge;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code rate(...)} schedule. Cron expressions are not supported. */
record Schedule(Duration period) {

    private static final Pattern RATE = Pattern.compile("rate\\((\\d{1,6}) (minute|minutes|hour|hours|day|days)\\)");

    /**
     * Parses a {@code ScheduleExpression}.
     *
     * @throws IllegalArgumentException if EventBridge or the local cloud does not accept it
     */
    static Schedule parse(String expression) {
        Matcher rate = RATE.matcher(expression);
        if (!rate.matches()) {
            throw new IllegalArgumentException("schedule " + expression + " is not supported; use rate(...)");
        }
        int value = Integer.parseInt(rate.group(1));
        String unit = rate.group(2);
        if (value == 0 || (value == 1) == unit.endsWith("s")) {
            throw new IllegalArgumentException(
                    "schedule " + expression + " must use the singular for 1 and the plural for other values");
        }
        ChronoUnit chronoUnit = switch (unit.charAt(0)) {
            case 'm' -> ChronoUnit.MINUTES;
            case 'h' -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
        return new Schedule(chronoUnit.getDuration().multipliedBy(value));
    }

    Instant next(Instant after) {
        return after.plus(period);
    }
}
