package dev.backplane.local.streams;

/** A place in a shard has become useless, for example because the records around it are trimmed. */
final class StaleIteratorException extends Exception {
    StaleIteratorException(Throwable cause) {
        super(cause);
    }
}
