package dev.backplane.local.cloudformation;

/** Thrown when the local cloud is stopping. */
final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
