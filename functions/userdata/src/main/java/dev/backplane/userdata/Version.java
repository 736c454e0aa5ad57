package dev.backplane.userdata;

import dev.backplane.platform.Ids;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of a value; no two versions are equal, not even of a key that was deleted and created again.
 *
 * <p>It contains when the key was created, when this version was written, and whether the value is in a separate row.
 * So a write with {@code If-Match} needs no read. Versions sort by time as text.
 *
 * @param createdMillis when the key was created; 0 if unknown to the writer
 * @param random whose lowest bit is set if the value is in a separate row
 */
public record Version(long createdMillis, long updatedMillis, long random) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{40}");
    private static final HexFormat HEX = HexFormat.of();

    /** Returns a new version of a value in its head row. */
    public static Version next(Optional<Instant> created, Instant now, Ids ids) {
        long random = Long.parseUnsignedLong(ids.next().substring(0, 16), 16);
        return new Version(created.map(Instant::toEpochMilli).orElse(0L), now.toEpochMilli(), random & ~1L);
    }

    /** Returns this version for a value in a separate row. */
    public Version inSeparateRow() {
        return new Version(createdMillis, updatedMillis, random | 1);
    }

    /** Parses the result of {@link #toString}. */
    public static Optional<Version> parse(String text) {
        return FORM.matcher(text).matches()
                ? Optional.of(new Version(
                        HexFormat.fromHexDigitsToLong(text, 0, 12),
                        HexFormat.fromHexDigitsToLong(text, 12, 24),
                        HexFormat.fromHexDigitsToLong(text, 24, 40)))
                : Optional.empty();
    }

    /** Returns whether the value is in a separate row and not in the head row. */
    public boolean isSeparate() {
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
