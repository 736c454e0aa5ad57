package dev.backplane.local.dynamodb;

/** A shard iterator is expired or trimmed. */
public final class StaleIteratorException extends Exception {

    public StaleIteratorException(Throwable cause) {
        super(cause);
    }
}
