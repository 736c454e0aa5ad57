package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.StackInputs;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.TenantsSettings.StackSettings;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.Optional;

/** Creates or updates the stack of a tenant. */
public final class DeployStackHandler extends TaskHandler<DeployRequest> {

    private final TenantStore tenants;
    private final Stacks stacks;
    private final StackSettings settings;

    public DeployStackHandler() {
        this(Platform.lambda());
    }

    public DeployStackHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, DeployRequest.class);
        this.tenants = new Stores(platform).tenants();
        this.stacks = new Stacks(platform);
        this.settings = StackSettings.from(platform.settings());
    }

    @Override
    protected Object handle(DeployRequest request, Context context) {
        Tenant tenant = tenants.getTenant(request.tenant());
        if (tenant.deletion().isPresent()) {
            return DeployResult.deleting();
        }
        Optional<Audit> row = switch (request.aim()) {
            case CREATE -> tenant.creation();
            case UPDATE -> tenant.update(request.stackVersion());
            case DELETE -> throw new InvalidValueException("a deletion deploys nothing");
        };
        // A run that was considered dead, and that another run replaced, must not deploy.
        if (row.filter(own -> own.isStarted() && own.execution().equals(request.execution()))
                .isEmpty()) {
            return DeployResult.failed("Another run has taken over.");
        }
        if (request.aim() == StackState.Aim.CREATE && tenant.suspension().isPresent()) {
            return DeployResult.failed("The tenant is suspended.");
        }
        Optional<String> tier = tenant.registration().tier();
        if (!settings.release().knows(tier)) {
            return DeployResult.failed("The stage has no tier " + StackInputs.key(tier) + ".");
        }
        StackDeployer deployer = new StackDeployer(stacks, settings, tier);
        return request.aim() == StackState.Aim.CREATE ? deployer.create(request) : deployer.update(request);
    }
}
