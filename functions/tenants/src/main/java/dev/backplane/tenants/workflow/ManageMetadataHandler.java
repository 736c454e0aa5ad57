package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.Unanswered;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.QueueAccess;
import dev.backplane.tenants.store.MetadataStore;
import dev.backplane.tenants.store.MetadataStore.Outcome;
import dev.backplane.tenants.store.MetadataStore.Provision;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;

/** Writes the row of a tenant, as the custom resource of the tenant's stack. */
public final class ManageMetadataHandler extends TaskHandler<CustomResourceEvent> {

    private final TenantStore tenants;
    private final MetadataStore metadata;
    private final QueueAccess access;
    private final Stacks stacks;
    private final ResponseSender sender;

    public ManageMetadataHandler() {
        this(Platform.lambda());
    }

    public ManageMetadataHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, CustomResourceEvent.class);
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.metadata = stores.metadata();
        this.access = new QueueAccess(platform);
        this.stacks = new Stacks(platform);
        this.sender = new ResponseSender(platform.aws().http());
    }

    @Override
    protected Object handle(CustomResourceEvent event, Context context) {
        CustomResourceResponse response = response(event);
        sender.send(event.responseUrl(), response, context::getRemainingTimeInMillis);
        return response;
    }

    // CloudFormation waits until it gets a response, so every failure has one; details go to the log only.
    private CustomResourceResponse response(CustomResourceEvent event) {
        try {
            return responseFor(event);
        } catch (Unavailable | InvalidValueException e) {
            Invocation.recordFailure(e);
            return CustomResourceResponse.failure(event, String.valueOf(e.getMessage()));
        } catch (CloudFormationException e) {
            // Lambda invokes the function again while CloudFormation waits.
            throw e;
        } catch (RuntimeException e) {
            if (Unanswered.of(e).isPresent() || (e instanceof SdkServiceException s && s.statusCode() >= 500)) {
                // The row may have been written, so the outcome is unknown: let Lambda retry, as above.
                throw e;
            }
            Invocation.recordFailure(e);
            return CustomResourceResponse.failure(event, "The tenant's row could not be written.");
        }
    }

    private CustomResourceResponse responseFor(CustomResourceEvent event) {
        return switch (event.requestType()) {
            case "Create" -> response(event, write(event.provision()));
            case "Update" -> update(event);
            case "Delete" -> {
                metadata.remove(event.tenant(), event.stackId());
                yield CustomResourceResponse.success(event);
            }
            default -> CustomResourceResponse.failure(event, "Unknown request type " + event.requestType() + ".");
        };
    }

    /**
     * Distinguishes an update from a rollback by the status of the stack, because the request does not say. A rollback
     * must not fail, and the run of the definition that it restores has ended.
     */
    private CustomResourceResponse update(CustomResourceEvent event) {
        String status = stacks.find(event.stackId()).map(TenantStack::status).orElse("");
        return switch (status) {
            case "UPDATE_IN_PROGRESS" -> response(event, write(event.provision()));
            case "UPDATE_ROLLBACK_IN_PROGRESS" -> {
                metadata.undo(event.provision());
                yield CustomResourceResponse.success(event);
            }
            default -> CustomResourceResponse.failure(event, "The stack is not being updated.");
        };
    }

    /** Enforces the access of the tenant at the queue, and then writes the row from which clients learn of it. */
    private Outcome write(Provision provision) {
        Tenant tenant = tenants.getTenant(provision.tenant());
        access.enforce(provision.inbound(), tenant.access());
        Outcome written = metadata.write(provision, tenant);
        Outcome outcome = written instanceof Outcome.Owned(String owner) && isGone(owner)
                ? metadata.takeOver(provision, tenant, owner)
                : written;
        return outcome instanceof Outcome.AccessChanged ? write(provision) : outcome;
    }

    private boolean isGone(String stackId) {
        return stacks.find(stackId).map(TenantStack::isGone).orElse(true);
    }

    private static CustomResourceResponse response(CustomResourceEvent event, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Written _ -> CustomResourceResponse.success(event);
            case Outcome.Owned _ -> CustomResourceResponse.failure(event, "The tenant's row belongs to another stack.");
            case Outcome.AccessChanged _ -> throw new IllegalStateException("the access was not enforced");
            case Outcome.RunEnded _ ->
                CustomResourceResponse.failure(event, "The run that deploys this stack is not running.");
        };
    }
}
