package dev.backplane.local.cloudformation;

import java.util.List;
import java.util.Map;

/**
 * What an operation has to know to go on, or back, after a restart.
 *
 * @param assumedRole with whose permissions
 * @param before the resources as they were when an update began
 * @param inputBefore what the stack was asked to be when an update began, or the same as now
 * @param superseded what other physical resources have taken the place of
 */
record OperationState(
        AssumedRole assumedRole,
        StackInput inputBefore,
        Map<String, StackResource> before,
        List<StackResource> superseded) {

    static OperationState of(AssumedRole assumedRole, StackInput inputBefore, Map<String, StackResource> before) {
        return new OperationState(assumedRole, inputBefore, Map.copyOf(before), List.of());
    }
}
