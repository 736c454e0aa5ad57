package dev.backplane.userdata;

/** The outcome of an increment. */
public sealed interface CounterOutcome {

    /** Counted, by this request or by an earlier one with the same key; the value is the counter right after that. */
    record Counted(CounterNumber value) implements CounterOutcome {}

    /** The stored value is not a number. */
    record InvalidDataType() implements CounterOutcome {}

    /** The sum would need more digits than DynamoDB stores. */
    record OutOfRange() implements CounterOutcome {}

    /** The idempotency key was used for another increment of this counter. */
    record IdempotencyMismatch() implements CounterOutcome {}

    /** The data of the user is being removed. */
    record BeingRemoved(Removal.Refusal refusal) implements CounterOutcome {}
}
