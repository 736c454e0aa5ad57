package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.MetadataStore;
import dev.backplane.tenants.store.MetadataStore.Outcome;
import dev.backplane.tenants.store.MetadataStore.Provision;
import dev.backplane.tenants.store.Stores;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;

/** Keeps the row of a tenant in step with its stack, as the custom resource in it. */
public final class ManageMetadataHandler extends TaskHandler<CustomResourceEvent> {

    private final MetadataStore metadata;
    private final Stacks stacks;
    private final ResponseSender sender;

    public ManageMetadataHandler() {
        this(Platform.lambda());
    }

    public ManageMetadataHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, CustomResourceEvent.class);
        this.metadata = new Stores(platform).metadata();
        this.stacks = new Stacks(platform);
        this.sender = new ResponseSender(platform.aws().http());
    }

    @Override
    protected Object handle(CustomResourceEvent event, Context context) {
        CustomResourceAnswer answer = answer(event);
        sender.send(event.responseUrl(), answer, context::getRemainingTimeInMillis);
        return answer;
    }

    // CloudFormation must hear of every failure, or it waits; the log line keeps what it need not know.
    private CustomResourceAnswer answer(CustomResourceEvent event) {
        try {
            return answerFor(event);
        } catch (Unavailable | IllegalArgumentException e) {
            Invocation.survived(e);
            return CustomResourceAnswer.failure(event, String.valueOf(e.getMessage()));
        } catch (CloudFormationException e) {
            // Lambda delivers the request again, while CloudFormation waits.
            throw e;
        } catch (RuntimeException e) {
            Invocation.survived(e);
            return CustomResourceAnswer.failure(event, "The tenant's row could not be written.");
        }
    }

    private CustomResourceAnswer answerFor(CustomResourceEvent event) {
        return switch (event.requestType()) {
            case "Create" -> answer(event, write(event.provision()));
            case "Update" -> update(event);
            case "Delete" -> {
                metadata.remove(event.tenant(), event.stackId());
                yield CustomResourceAnswer.success(event);
            }
            default -> CustomResourceAnswer.failure(event, "There is no request " + event.requestType() + ".");
        };
    }

    /**
     * Tells an update from a rollback by the stack, as the request does not. A rollback must not fail, and the run of the
     * definition that it goes back to ended long ago.
     */
    private CustomResourceAnswer update(CustomResourceEvent event) {
        String status = stacks.find(event.stackId()).map(TenantStack::status).orElse("");
        return switch (status) {
            case "UPDATE_IN_PROGRESS" -> answer(event, write(event.provision()));
            case "UPDATE_ROLLBACK_IN_PROGRESS" -> {
                metadata.undo(event.provision());
                yield CustomResourceAnswer.success(event);
            }
            default -> CustomResourceAnswer.failure(event, "The stack is not being updated.");
        };
    }

    private Outcome write(Provision provision) {
        Outcome outcome = metadata.write(provision);
        return outcome instanceof Outcome.Owned(String owner) && isGone(owner)
                ? metadata.takeOver(provision, owner)
                : outcome;
    }

    private boolean isGone(String stackId) {
        return stacks.find(stackId).map(TenantStack::isGone).orElse(true);
    }

    private static CustomResourceAnswer answer(CustomResourceEvent event, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Written _ -> CustomResourceAnswer.success(event);
            case Outcome.Owned _ -> CustomResourceAnswer.failure(event, "The tenant's row belongs to another stack.");
            case Outcome.RunEnded _ ->
                CustomResourceAnswer.failure(event, "The run that deploys this stack is not under way.");
        };
    }
}
