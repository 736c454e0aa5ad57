package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.TenantsSettings;
import java.util.Optional;

/** Reports the status of a tenant's stack, and why it failed. */
public final class StackStatusHandler extends TaskHandler<StatusRequest> {

    private final Stacks stacks;
    private final String prefix;

    public StackStatusHandler() {
        this(Platform.lambda());
    }

    public StackStatusHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, StatusRequest.class);
        this.stacks = new Stacks(platform);
        this.prefix = platform.settings().require(TenantsSettings.TENANT_STACK_PREFIX);
    }

    @Override
    protected Object handle(StatusRequest request, Context context) {
        String stackId = request.stackId();
        String wanted = stackId == null ? TenantsSettings.stackName(prefix, request.tenant()) : stackId;
        Optional<TenantStack> found = stacks.find(wanted);
        if (found.isEmpty()) {
            return StackReport.gone(request.aim());
        }
        TenantStack stack = found.get();
        // A stack that was found by its name may belong to something else and must not be deleted.
        if (!stack.isOf(request.tenant())) {
            return StackReport.failed(stack, "A stack with the tenant's name belongs to something else.");
        }
        StackState state = StackState.of(request.aim(), stack.status());
        return state == StackState.FAILED
                ? StackReport.failed(stack, why(stack, request.aim()))
                : StackReport.of(state, stack);
    }

    private String why(TenantStack stack, StackState.Aim aim) {
        return stacks.reason(stack.id(), aim).orElseGet(() -> "The stack is in " + stack.status() + ".");
    }
}
