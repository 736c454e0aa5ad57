package dev.backplane.userdata;

import dev.backplane.platform.Ids;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of a value, which no other version of any value has, not even after a delete.
 *
 * <p>It tells when the key was created, when this version was written, and how the value lies in its table, so that
 * who names a version can write the next without a read. Text order is the order in time.
 *
 * @param createdMillis when the key was created; 0 when the writer did not know
 * @param random of which the lowest bit tells whether the value lies in a row of its own
 */
public record Version(long createdMillis, long updatedMillis, long random) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{40}");
    private static final HexFormat HEX = HexFormat.of();

    /** Returns a new version of a key that was created at a time, or of one whose creation is not known. */
    public static Version next(Optional<Instant> created, Instant now, boolean apart, Ids ids) {
        long random = Long.parseUnsignedLong(ids.next().substring(0, 16), 16);
        return new Version(
                created.map(Instant::toEpochMilli).orElse(0L), now.toEpochMilli(), apart ? random | 1 : random & ~1L);
    }

    /** Reads what {@link #toString} prints. */
    public static Optional<Version> parse(String text) {
        return FORM.matcher(text).matches()
                ? Optional.of(new Version(
                        HexFormat.fromHexDigitsToLong(text, 0, 12),
                        HexFormat.fromHexDigitsToLong(text, 12, 24),
                        HexFormat.fromHexDigitsToLong(text, 24, 40)))
                : Optional.empty();
    }

    /** Says whether the value lies in a row of its own, apart from what is known about it. */
    public boolean isApart() {
        return (random & 1) == 1;
    }

    public Optional<Instant> created() {
        return createdMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(createdMillis));
    }

    public Instant updated() {
        return Instant.ofEpochMilli(updatedMillis);
    }

    @Override
    public String toString() {
        return HEX.toHexDigits(createdMillis, 12) + HEX.toHexDigits(updatedMillis, 12) + HEX.toHexDigits(random);
    }
}
