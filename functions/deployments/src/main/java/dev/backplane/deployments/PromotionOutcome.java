package dev.backplane.deployments;

import java.util.List;

/** The result of a promotion or of undoing one. */
public sealed interface PromotionOutcome {

    /** All aliases were moved. */
    record Done(Promotion promotion) implements PromotionOutcome {}

    /** An earlier request with the same idempotency key moved them. */
    record Repeated(Promotion promotion) implements PromotionOutcome {}

    /** The idempotency key was used for another request. */
    record IdempotencyMismatch() implements PromotionOutcome {}

    /** There is no such promotion. */
    record NotFound() implements PromotionOutcome {}

    /** The promotion was undone before. */
    record AlreadyUndone(Promotion promotion) implements PromotionOutcome {}

    /** Nothing was moved, because of some of the aliases. */
    record Refused(List<Conflict> conflicts) implements PromotionOutcome {}

    /** One transaction cannot hold the promotion; nothing was moved. */
    record TooLarge(Size size, Size limit) implements PromotionOutcome {}

    /** What stands in the way of moving one alias. */
    record Conflict(AliasId alias, AliasOutcome.Refusal refusal) {}

    /** The size of a transaction. */
    record Size(long bytes, int actions) {}
}
