package dev.backplane.layers;

import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;

/** The id of a publication: 32 hexadecimal characters. */
public record PublicationId(String value) {

    private static final int LENGTH = 32;

    /**
     * Parses an id.
     *
     * @throws InvalidValueException if the text is not an id, with a message for the caller
     */
    public static PublicationId parse(String text) {
        if (!text.matches("[0-9a-f]{" + LENGTH + "}")) {
            throw new InvalidValueException("must be the id of a publication");
        }
        return new PublicationId(text);
    }

    /**
     * Returns the id of the publication that a caller's request with an idempotency key creates, so that a repeat finds
     * it.
     *
     * <p>The key has no line breaks, so different callers and keys never give the same text.
     */
    public static PublicationId of(IdempotencyKey key, Actor caller) {
        return new PublicationId(Sha256.hex(key.value() + "\n" + caller.text()).substring(0, LENGTH));
    }

    @Override
    public String toString() {
        return value;
    }
}
