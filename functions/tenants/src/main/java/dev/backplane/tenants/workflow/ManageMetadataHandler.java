package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.MetadataStore;
import dev.backplane.tenants.store.Stores;

/** Keeps the row of a tenant in step with its stack, as the custom resource in it. */
public final class ManageMetadataHandler extends TaskHandler<CustomResourceEvent> {

    private final MetadataStore metadata;
    private final ResponseSender sender;

    public ManageMetadataHandler() {
        this(Platform.lambda());
    }

    public ManageMetadataHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, CustomResourceEvent.class);
        this.metadata = new Stores(platform).metadata();
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
        } catch (RuntimeException e) {
            Invocation.survived(e);
            return CustomResourceAnswer.failure(event, "The tenant's row could not be written.");
        }
    }

    private CustomResourceAnswer answerFor(CustomResourceEvent event) {
        return switch (event.requestType()) {
            case "Create", "Update" ->
                metadata.write(event.provision())
                        ? CustomResourceAnswer.success(event)
                        : CustomResourceAnswer.failure(event, "The tenant's row belongs to another stack.");
            case "Delete" -> {
                removeRow(event);
                yield CustomResourceAnswer.success(event);
            }
            default -> CustomResourceAnswer.failure(event, "There is no request " + event.requestType() + ".");
        };
    }

    private void removeRow(CustomResourceEvent event) {
        metadata.remove(event.tenant(), event.stackId());
    }
}
