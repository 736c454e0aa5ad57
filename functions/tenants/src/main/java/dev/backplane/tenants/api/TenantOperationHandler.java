package dev.backplane.tenants.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.Suspension;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** The base of the operations on an existing tenant. */
abstract class TenantOperationHandler extends RunHandler {

    TenantOperationHandler(Platform platform, Operation operation, OperationKind kind, Stores stores) {
        super(platform, operation, kind, stores);
    }

    abstract OperationDecision decide(Tenant tenant);

    /** Returns the response when the tenant is already as the caller wants it. */
    abstract HttpResponse nothingToDo(TenantId id);

    /** Declares the caller's reason. */
    Supplier<Optional<String>> reason(Input input) {
        return input.optionalBody("reason", InputType.reason());
    }

    /** Returns the response for a run that was started or joined. */
    HttpResponse accepted(Run run, String execution) {
        return HttpResponse.accepted(new ExecutionView(execution, run.version().value(), run.attempt()));
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<Optional<String>> reason = reason(input);
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return decide(id.get(), Optional.of(cause), tenant -> step(id.get(), decide(tenant)), this::accepted);
    }

    private Step<HttpResponse> step(TenantId id, OperationDecision decision) {
        return switch (decision) {
            case OperationDecision.Start(int generation, int attempt) -> new Step.Start<>(generation, attempt);
            case OperationDecision.UnderWay(String execution) ->
                new Step.Respond<>(HttpResponse.accepted(new ExecutionView(execution, null, null)));
            case OperationDecision.Busy(OperationKind kind, String execution) ->
                new Step.Respond<>(Problems.inProgress(kind, execution));
            case OperationDecision.Suspended(Suspension suspension) ->
                new Step.Respond<>(Problems.tenantSuspended(id, suspension));
            case OperationDecision.Done _, OperationDecision.Gone _ -> new Step.Respond<>(nothingToDo(id));
            case OperationDecision.Unknown _ -> new Step.Respond<>(Problems.tenantNotFound(id));
        };
    }
}
