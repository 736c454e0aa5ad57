package dev.backplane.local.cloudformation;

/** The local cloud stops, and with it whatever is under way. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
