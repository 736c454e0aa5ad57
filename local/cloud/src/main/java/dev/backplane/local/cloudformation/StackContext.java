package dev.backplane.local.cloudformation;

import dev.backplane.local.iam.Iam;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What every operation on a stack needs.
 *
 * @param handlers finds the handler of a type, if the local cloud knows it
 * @param threads runs what happens at the same time
 */
record StackContext(
        Iam iam, Function<String, Optional<ResourceHandler>> handlers, StackFaultInjection faults, Executor threads) {}
