package dev.backplane.userdata;

/** What came of an increment. */
public sealed interface CounterOutcome {

    /** It is counted, now or by the same request before; the counter stood at the value right after. */
    record Counted(CounterNumber value) implements CounterOutcome {}

    /** What is stored is not a number. */
    record InvalidDataType() implements CounterOutcome {}

    /** The sum would need more digits than are kept. */
    record OutOfRange() implements CounterOutcome {}

    /** The idempotency key was used for another increment of this counter. */
    record IdempotencyMismatch() implements CounterOutcome {}
}
