package dev.backplane.local.eventbridge;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A schedule by minute, hour, day of the month, month, day of the week and year, in UTC. */
record CronSchedule(
        SortedSet<Integer> minutes,
        SortedSet<Integer> hours,
        SortedSet<Integer> days,
        SortedSet<Integer> months,
        SortedSet<Integer> weekdays,
        SortedSet<Integer> years)
        implements Schedule {
    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final Pattern PART = Pattern.compile("(?:(\\*)|(\\w+)(?:-(\\w+))?)(?:/(\\d+))?");
    private static final int FIELDS = 6;
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2199;

    /** A field's name and limits, and the names that may stand for its numbers. */
    private record Field(String name, int first, int last, List<String> names) {
        SortedSet<Integer> parse(String text) {
            SortedSet<Integer> values = new TreeSet<>();
            if (text.equals("?")) {
                return range(first, last, 1);
            }
            for (String part : text.split(",", -1)) {
                Matcher matcher = PART.matcher(part);
                if (!matcher.matches()) {
                    throw bad(text);
                }
                int step = matcher.group(4) == null ? 1 : Integer.parseInt(matcher.group(4));
                int from = matcher.group(1) != null ? first : number(matcher.group(2));
                // A step without an end goes on to the last.
                boolean open = matcher.group(1) != null || matcher.group(4) != null;
                int to = matcher.group(3) != null ? number(matcher.group(3)) : open ? last : from;
                if (step == 0 || from > to) {
                    throw bad(text);
                }
                values.addAll(range(from, to, step));
            }
            return values;
        }

        private int number(String text) {
            int name = names.indexOf(text.toUpperCase(Locale.ROOT));
            if (name >= 0) {
                return first + name;
            }
            if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < first || Integer.parseInt(text) > last) {
                throw bad(text);
            }
            return Integer.parseInt(text);
        }

        private IllegalArgumentException bad(String text) {
            return new IllegalArgumentException(name + " " + text + " of a schedule is not known to the local cloud");
        }
    }

    private static SortedSet<Integer> range(int first, int last, int step) {
        return IntStream.iterate(first, value -> value <= last, value -> value + step)
                .boxed()
                .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }

    static CronSchedule parse(String text) {
        String[] fields = text.split(" +", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("schedule cron(" + text + ") has not six fields");
        }
        if (fields[2].equals("?") == fields[4].equals("?")) {
            throw new IllegalArgumentException(
                    "schedule cron(" + text + ") needs a ? as either its day of the month or its day of the week");
        }
        return new CronSchedule(
                new Field("minute", 0, 59, List.of()).parse(fields[0]),
                new Field("hour", 0, 23, List.of()).parse(fields[1]),
                new Field("day of the month", 1, 31, List.of()).parse(fields[2]),
                new Field("month", 1, 12, MONTHS).parse(fields[3]),
                new Field("day of the week", 1, 7, WEEKDAYS).parse(fields[4]),
                new Field("year", FIRST_YEAR, LAST_YEAR, List.of()).parse(fields[5]));
    }

    @Override
    public Optional<Instant> next(Instant after) {
        LocalDateTime start = LocalDateTime.ofInstant(after, ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusMinutes(1);
        LocalDate today = start.toLocalDate();
        return today.datesUntil(LocalDate.of(Math.max(years.last(), today.getYear()), 12, 31)
                        .plusDays(1))
                .filter(this::matches)
                .flatMap(date -> times(date, start).stream())
                .findFirst()
                .map(time -> time.toInstant(ZoneOffset.UTC));
    }

    private boolean matches(LocalDate date) {
        // Sunday is the first day here, and the last one in Java.
        int weekday = date.getDayOfWeek().getValue() % 7 + 1;
        return years.contains(date.getYear())
                && months.contains(date.getMonthValue())
                && days.contains(date.getDayOfMonth())
                && weekdays.contains(weekday);
    }

    private Optional<LocalDateTime> times(LocalDate date, LocalDateTime start) {
        return hours.stream()
                .flatMap(hour -> minutes.stream().map(minute -> date.atTime(hour, minute)))
                .filter(time -> !time.isBefore(start))
                .findFirst();
    }
}
