package dev.backplane.userdata;

import dev.backplane.platform.InvalidValueException;
import java.time.Instant;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in a user's feed: which changes a client knows.
 *
 * <p>A client knows all changes up to a number, and some of the next ones. Numbers are given in the order of the writes,
 * but a change may become visible a moment after one with a higher number, so the last numbers are listed one by one.
 *
 * @param feed the id of the app's feed
 * @param generation the id of the sequence that the numbers belong to; empty if the user had none yet
 * @param settled the number up to which the client knows all changes
 * @param later the known numbers above that, each less {@code settled} and 1
 * @param asOf from when on deletions must be remembered: when the client last knew everything, or began to read
 */
public record ChangeCursor(String feed, Optional<String> generation, long settled, BitSet later, Instant asOf) {

    /** The largest number of changes that are listed one by one. */
    public static final int MAX_LATER = 128;

    private static final Pattern FORM = Pattern.compile(
            "([0-9a-f]{32})\\.([0-9a-f]{32})?\\.([0-9]{1,15})\\.((?:[0-9a-f]{2}){0,16})\\.([0-9]{1,15})");

    /** Returns the position before the first change. */
    public static ChangeCursor start(String feed, Instant asOf) {
        return new ChangeCursor(feed, Optional.empty(), 0, new BitSet(), asOf);
    }

    /** Returns whether the client knows a change. */
    public boolean knows(long number) {
        long offset = number - settled - 1;
        return offset < 0 || (offset < MAX_LATER && later.get((int) offset));
    }

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static ChangeCursor parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException("not a position in a feed");
        }
        return new ChangeCursor(
                matcher.group(1),
                Optional.ofNullable(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                BitSet.valueOf(HexFormat.of().parseHex(matcher.group(4))),
                Instant.ofEpochMilli(Long.parseLong(matcher.group(5))));
    }

    @Override
    public String toString() {
        return String.join(
                ".",
                feed,
                generation.orElse(""),
                Long.toString(settled),
                HexFormat.of().formatHex(later.toByteArray()),
                Long.toString(asOf.toEpochMilli()));
    }
}
