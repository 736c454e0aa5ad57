package dev.backplane.local.cloudformation;

import java.util.List;
import java.util.Map;

/**
 * The state that an operation needs to resume or roll back.
 *
 * @param assumedRole the role of the operation
 * @param before the resources before the update
 * @param inputBefore the input before the update
 * @param superseded replaced physical resources
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
