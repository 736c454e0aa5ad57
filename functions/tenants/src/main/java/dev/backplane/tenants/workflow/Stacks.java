package dev.backplane.tenants.workflow;

import dev.backplane.platform.Platform;
import dev.backplane.tenants.StackParameter;
import dev.backplane.tenants.workflow.StackState.Aim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.AlreadyExistsException;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.ContinueUpdateRollbackRequest;
import software.amazon.awssdk.services.cloudformation.model.CreateStackRequest;
import software.amazon.awssdk.services.cloudformation.model.DeleteStackRequest;
import software.amazon.awssdk.services.cloudformation.model.DescribeStackEventsResponse;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.Tag;
import software.amazon.awssdk.services.cloudformation.model.TokenAlreadyExistsException;
import software.amazon.awssdk.services.cloudformation.model.UpdateStackRequest;

/** Calls to CloudFormation; a stack that is missing, exists already or needs no change is a result, not an exception. */
final class Stacks {

    private static final int MAX_EVENT_PAGES = 10;

    private final CloudFormationClient client;

    Stacks(Platform platform) {
        this.client = platform.aws().client(CloudFormationClient.builder());
    }

    /** Finds a stack by its name or id; by its id, also after it was deleted. */
    Optional<TenantStack> find(String nameOrId) {
        try {
            return client.describeStacks(request -> request.stackName(nameOrId)).stacks().stream()
                    .findFirst()
                    .map(Stacks::toStack);
        } catch (CloudFormationException e) {
            if (isInvalid(e, "does not exist")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Creates a stack and returns its id, or empty when one of that name exists or an earlier attempt created it. */
    Optional<String> create(CreateStackRequest request) {
        try {
            return Optional.of(client.createStack(request).stackId());
        } catch (AlreadyExistsException | TokenAlreadyExistsException e) {
            return Optional.empty();
        }
    }

    /** Updates a stack and returns whether there was anything to change. */
    boolean update(UpdateStackRequest request) {
        try {
            client.updateStack(request);
            return true;
        } catch (CloudFormationException e) {
            if (isInvalid(e, "No updates are to be performed")) {
                return false;
            }
            throw e;
        }
    }

    /** Continues a rollback that failed. */
    void continueRollback(ContinueUpdateRollbackRequest request) {
        client.continueUpdateRollback(request);
    }

    void delete(DeleteStackRequest request) {
        client.deleteStack(request);
    }

    /** Returns why the latest operation on a stack failed. */
    Optional<String> reason(String stackId, Aim aim) {
        List<StackEvent> events = new ArrayList<>();
        String token = null;
        for (int page = 0; page < MAX_EVENT_PAGES; page++) {
            DescribeStackEventsResponse response = events(stackId, token);
            for (var event : response.stackEvents()) {
                StackEvent read = toEvent(event, stackId);
                events.add(read);
                if (read.begins(aim)) {
                    return StackEvent.firstReason(events);
                }
            }
            token = response.nextToken();
            if (token == null) {
                break;
            }
        }
        return StackEvent.firstReason(events);
    }

    private DescribeStackEventsResponse events(String stackId, @Nullable String token) {
        return client.describeStackEvents(request -> request.stackName(stackId).nextToken(token));
    }

    /** Returns whether CloudFormation rejected a request as invalid, with a message that contains the given text. */
    static boolean isInvalid(CloudFormationException e, String text) {
        return code(e).equals("ValidationError") && message(e).contains(text);
    }

    static String code(CloudFormationException e) {
        String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
        return code == null ? "HTTP " + e.statusCode() : code;
    }

    static String message(CloudFormationException e) {
        String message =
                e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
        return message == null ? "" : message;
    }

    private static TenantStack toStack(Stack stack) {
        return new TenantStack(
                stack.stackId(),
                stack.stackStatusAsString(),
                stack.tags().stream()
                        .filter(tag -> tag.key().equals(TenantStack.TENANT_TAG))
                        .map(Tag::value)
                        .findFirst(),
                stack.parameters().stream()
                        .filter(parameter -> parameter.parameterKey().equals(StackParameter.STACK_VERSION))
                        .map(Parameter::parameterValue)
                        .findFirst());
    }

    private static StackEvent toEvent(
            software.amazon.awssdk.services.cloudformation.model.StackEvent event, String stackId) {
        String reason = event.resourceStatusReason();
        return new StackEvent(
                event.logicalResourceId(),
                event.resourceStatusAsString(),
                reason == null ? "" : reason,
                stackId.equals(event.physicalResourceId()));
    }
}
