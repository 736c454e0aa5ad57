package dev.backplane.layers;

/** The result of holding or releasing a version, or of changing its expiry. */
public sealed interface ChangeOutcome {

    /** The version is as the caller wants it. */
    record Changed(Layer layer) implements ChangeOutcome {}

    record NotFound() implements ChangeOutcome {}

    /** Nothing is written. */
    record Refused(Reason reason) implements ChangeOutcome {}

    /** Why a change is refused; the names are the codes that callers see. */
    enum Reason {
        ALREADY_DELETED("The version is already deleted."),
        DELETE_FAILED("The deletion of the version failed; delete it again."),
        LAYER_EXPIRED("The version has expired and is about to be deleted."),
        LATEST_VERSION("The version is the latest, which does not expire."),
        LAYER_HELD("The version is held; release it first."),
        LAYER_KEPT("The version is one of the newest, which do not expire.");

        private final String detail;

        Reason(String detail) {
            this.detail = detail;
        }

        public String detail() {
            return detail;
        }
    }
}
