package dev.backplane.local.dynamodb;

/** A place in a shard has become useless, for example because the records around it are trimmed. */
public final class StaleIteratorException extends Exception {
    public StaleIteratorException(Throwable cause) {
        super(cause);
    }
}
