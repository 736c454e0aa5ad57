package dev.backplane.layers;

import java.util.Optional;

/**
 * One difference between the table, the parameters and Lambda.
 *
 * @param subject the name of the parameter or the ARN of the layer version; for {@link Kind#POINTER_MISMATCH} the
 *     package, for {@link Kind#REGION_UNREADABLE} the service
 * @param expected the value that the parameter must have
 * @param found the value that the parameter has, or the error code of AWS
 */
public record Finding(Kind kind, RegionName region, String subject, Optional<String> expected, Optional<String> found) {

    /** What differs. */
    public enum Kind {
        PARAMETER_MISSING("A live layer version has no parameter."),
        PARAMETER_STALE("The parameter does not have the value that the table requires."),
        PARAMETER_ORPHANED("No live layer version belongs to the parameter."),
        PARAMETER_UNKNOWN("The name is not that of a parameter of the registry."),
        POINTER_MISMATCH("The pointer of the package does not match its latest version."),
        LAYER_MISSING("The layer version is registered, but does not exist in Lambda."),
        LAYER_UNREGISTERED("The layer version exists in Lambda, but no live version is registered with its ARN."),
        ROW_UNREADABLE("A damaged row decides about the parameter or layer version."),
        REGION_UNREADABLE("An AWS service in the region rejected the call or did not respond.");

        private final String message;

        Kind(String message) {
            this.message = message;
        }

        public String message() {
            return message;
        }
    }

    /** Creates a finding about a layer version or package. */
    public static Finding of(Kind kind, RegionName region, String subject) {
        return new Finding(kind, region, subject, Optional.empty(), Optional.empty());
    }
}
