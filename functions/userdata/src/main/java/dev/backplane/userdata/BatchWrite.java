package dev.backplane.userdata;

import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import java.util.List;

/**
 * Changes of a user's JSON values in an app that belong together.
 *
 * @param digest distinguishes requests with the same idempotency key
 */
public record BatchWrite(
        AppName app,
        UserId user,
        List<BatchChange> changes,
        IdempotencyKey idempotencyKey,
        String digest,
        Actor actor) {

    /** The largest number of changes. */
    public static final int MAX_CHANGES = 20;

    /**
     * The largest size of the new, replaced and deleted values together.
     *
     * <p>"The aggregate size of the items in the transaction cannot exceed 4 MB"
     * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html); it does not say whether
     * items count that are replaced or deleted.
     */
    public static final long MAX_BYTES = 4_000_000;

    /** Returns the size of the new values. */
    public long newBytes() {
        return changes.stream()
                .mapToLong(change -> change.edit() instanceof Edit.Replace(Payload payload, var _)
                        ? change.key().sizeWith(payload.bytes().length)
                        : 0)
                .sum();
    }
}
