package dev.backplane.local.cloudformation;

import dev.backplane.local.iam.Iam;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The dependencies of stack operations.
 *
 * @param handlers finds the handler of a resource type
 * @param threads runs concurrent steps
 */
record StackContext(
        Iam iam, Function<String, Optional<ResourceHandler>> handlers, StackFaultInjection faults, Executor threads) {}
