package dev.backplane.tenants;

import java.util.Optional;

/** The decision on a request to update, delete or retry a tenant. */
public sealed interface OperationDecision {

    /** Start a run. */
    record Start(int generation, int attempt) implements OperationDecision {}

    /** The same operation is already in progress. */
    record UnderWay(String execution) implements OperationDecision {}

    /** Another operation has to end first. */
    record Busy(OperationKind kind, String execution) implements OperationDecision {}

    /** There is nothing to do. */
    record Done() implements OperationDecision {}

    /** The tenant is deleted. */
    record Gone() implements OperationDecision {}

    /** The tenant is suspended and is not provisioned. */
    record Suspended(Suspension suspension) implements OperationDecision {}

    /** There is no such tenant. */
    record Unknown() implements OperationDecision {}

    /**
     * Decides on an update to the current version.
     *
     * @param inputs what stacks are deployed with besides the version
     */
    static OperationDecision toUpdate(Tenant tenant, StackVersion current, StackInputs inputs) {
        Optional<Audit> underWay = tenant.operationUnderWay();
        if (underWay.isPresent()) {
            return busy(underWay.get());
        }
        if (tenant.deletion().isPresent() || tenant.provision().isEmpty()) {
            return new Unknown();
        }
        if (tenant.isCurrent(current, inputs)) {
            return new Done();
        }
        return new Start(
                tenant.generation(), tenant.update(current).map(Audit::attempt).orElse(0) + 1);
    }

    /** Decides on a deletion; its run waits for other operations to end. */
    static OperationDecision toDelete(Tenant tenant) {
        if (tenant.isUnknown()) {
            return new Unknown();
        }
        return tenant.deletion()
                .<OperationDecision>map(deletion -> switch (deletion.status()) {
                    case STARTED -> new UnderWay(deletion.execution());
                    case SUCCESS -> new Gone();
                    case FAILURE -> new Start(deletion.generation(), deletion.attempt() + 1);
                })
                .orElseGet(() -> new Start(generationToDelete(tenant), 1));
    }

    // If the stack was deleted outside Backplane, a concurrent request for the queue starts the next generation, which
    // a deletion of the old generation would not cover.
    private static int generationToDelete(Tenant tenant) {
        boolean stackDeleted = tenant.metadata().isEmpty()
                && tenant.creation()
                        .filter(creation -> creation.status() == Status.SUCCESS)
                        .isPresent();
        return stackDeleted ? tenant.generation() + 1 : tenant.generation();
    }

    /** Decides on a retry of a failed provisioning, or on provisioning a deleted tenant again. */
    static OperationDecision toRetry(Tenant tenant, StackVersion current) {
        if (tenant.isUnknown()) {
            return new Unknown();
        }
        Optional<Audit> underWay = tenant.operationUnderWay();
        if (underWay.isPresent()) {
            return busy(underWay.get());
        }
        if (tenant.deletion().isPresent()) {
            return tenant.deletion().get().status() == Status.SUCCESS
                    ? new Start(tenant.deletion().get().generation() + 1, 1)
                    : new Done();
        }
        OperationDecision decision = tenant.creation()
                .map(creation -> again(tenant, creation, current))
                .orElseGet(Done::new);
        return decision instanceof Start && tenant.suspension().isPresent()
                ? new Suspended(tenant.suspension().get())
                : decision;
    }

    private static OperationDecision again(Tenant tenant, Audit creation, StackVersion current) {
        if (creation.status() == Status.FAILURE) {
            return new Start(creation.generation(), creation.isFor(current) ? creation.attempt() + 1 : 1);
        }
        return tenant.metadata().isPresent() ? new Done() : new Start(creation.generation() + 1, 1);
    }

    private static Busy busy(Audit row) {
        return new Busy(row.kind(), row.execution());
    }
}
