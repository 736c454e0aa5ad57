package dev.backplane.tenants.workflow;

import dev.backplane.platform.log.Invocation;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantsSettings.StackSettings;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.ContinueUpdateRollbackRequest;
import software.amazon.awssdk.services.cloudformation.model.CreateStackRequest;
import software.amazon.awssdk.services.cloudformation.model.DeleteStackRequest;
import software.amazon.awssdk.services.cloudformation.model.OnFailure;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Tag;
import software.amazon.awssdk.services.cloudformation.model.TokenAlreadyExistsException;
import software.amazon.awssdk.services.cloudformation.model.UpdateStackRequest;

/** Brings the stack of a tenant to a version, whatever an earlier run has left of it. */
final class StackDeployer {

    private static final Set<String> UPDATABLE =
            Set.of("CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE");

    /** What can only be taken away. */
    private static final Set<String> LEFT_OVER =
            Set.of("CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED");

    private final Stacks stacks;
    private final StackSettings settings;

    StackDeployer(Stacks stacks, StackSettings settings) {
        this.stacks = stacks;
        this.settings = settings;
    }

    Deployment create(DeployRequest request) {
        try {
            Optional<String> created = stacks.create(creation(request));
            return created.isPresent() ? Deployment.deploying(created.get(), version()) : adopt(request);
        } catch (CloudFormationException e) {
            return refused(e);
        }
    }

    /** Takes over a stack of the tenant's name, if it is the tenant's. */
    private Deployment adopt(DeployRequest request) {
        Optional<TenantStack> found = stacks.find(name(request));
        if (found.isEmpty()) {
            return Deployment.settling();
        }
        TenantStack stack = found.get();
        if (!stack.isOf(request.tenant())) {
            return foreign();
        }
        if (stack.isInProgress()) {
            return Deployment.settling(stack);
        }
        if (LEFT_OVER.contains(stack.status())) {
            stacks.delete(removal(request, stack));
            return Deployment.settling(stack);
        }
        return isCurrent(stack) ? Deployment.unchanged(stack, version()) : change(request, stack);
    }

    private boolean isCurrent(TenantStack stack) {
        return stack.version().equals(Optional.of(version().value())) && UPDATABLE.contains(stack.status());
    }

    Deployment update(DeployRequest request) {
        try {
            Optional<TenantStack> found = stacks.find(name(request));
            if (found.isEmpty()) {
                return Deployment.failed("The tenant's stack does not exist.");
            }
            TenantStack stack = found.get();
            if (!stack.isOf(request.tenant())) {
                return foreign();
            }
            return stack.isInProgress() ? Deployment.settling(stack) : change(request, stack);
        } catch (CloudFormationException e) {
            return refused(e);
        }
    }

    private Deployment change(DeployRequest request, TenantStack stack) {
        if (stack.status().equals("UPDATE_ROLLBACK_FAILED")) {
            stacks.continueRollback(continuation(request, stack));
            return Deployment.settling(stack);
        }
        if (!UPDATABLE.contains(stack.status())) {
            return Deployment.failed("The tenant's stack is in " + stack.status() + " and cannot be updated.");
        }
        try {
            return stacks.update(update(request, stack))
                    ? Deployment.deploying(stack.id(), version())
                    : Deployment.unchanged(stack, version());
        } catch (TokenAlreadyExistsException e) {
            return afterAcceptedUpdate(stack);
        } catch (CloudFormationException e) {
            // Somebody else was faster by a moment.
            if (Stacks.isInvalid(e, "IN_PROGRESS")) {
                return Deployment.settling(stack);
            }
            throw e;
        }
    }

    /** Decides by the stack: an earlier attempt of this run was accepted, and its response was lost. */
    private Deployment afterAcceptedUpdate(TenantStack before) {
        TenantStack stack = stacks.find(before.id()).orElse(before);
        return isCurrent(stack) ? Deployment.unchanged(stack, version()) : Deployment.settling(stack);
    }

    private static Deployment foreign() {
        return Deployment.failed("There is a stack of the tenant's name that is not the tenant's.");
    }

    // What CloudFormation finds wrong will be wrong the next time; of the rest nobody outside needs to know the words.
    private static Deployment refused(CloudFormationException e) {
        // A deployment of the suite changes the role before it changes this function: what the role allows is the new
        // template, until the workflow calls the new function.
        if (e.statusCode() == 403) {
            Invocation.survived(e);
            return Deployment.settling("CloudFormation refused: " + Stacks.code(e));
        }
        if (e.isThrottlingException() || e.statusCode() >= 500) {
            throw e;
        }
        return Deployment.failed("CloudFormation refused: " + Stacks.message(e));
    }

    // The definition that was deployed with this function, which is the only one that it may deploy. A run that was
    // started before a deployment of the suite gets the new one.
    private StackVersion version() {
        return settings.release().version();
    }

    private String name(DeployRequest request) {
        return settings.nameOf(request.tenant());
    }

    private CreateStackRequest creation(DeployRequest request) {
        return CreateStackRequest.builder()
                .stackName(name(request))
                .templateURL(settings.release().templateUrl())
                .parameters(parameters(request))
                .tags(tags(request))
                .roleARN(settings.role())
                .onFailure(OnFailure.DELETE)
                .clientRequestToken(request.token("create"))
                .build();
    }

    private UpdateStackRequest update(DeployRequest request, TenantStack stack) {
        return UpdateStackRequest.builder()
                .stackName(stack.id())
                .templateURL(settings.release().templateUrl())
                .parameters(parameters(request))
                .tags(tags(request))
                .roleARN(settings.role())
                .clientRequestToken(request.token("update"))
                .build();
    }

    private DeleteStackRequest removal(DeployRequest request, TenantStack stack) {
        return DeleteStackRequest.builder()
                .stackName(stack.id())
                .roleARN(settings.role())
                .clientRequestToken(request.token("remove"))
                .build();
    }

    private ContinueUpdateRollbackRequest continuation(DeployRequest request, TenantStack stack) {
        return ContinueUpdateRollbackRequest.builder()
                .stackName(stack.id())
                .roleARN(settings.role())
                .clientRequestToken(request.token("continue"))
                .build();
    }

    private Parameter[] parameters(DeployRequest request) {
        return new Parameter[] {
            parameter("TenantId", request.tenantId()),
            parameter(TenantStack.VERSION_PARAMETER, version().value()),
            parameter("Execution", request.execution()),
            parameter("MetadataFunctionArn", settings.metadataFunction()),
            parameter("DlqArn", settings.dlq())
        };
    }

    private static Parameter parameter(String name, String value) {
        return Parameter.builder().parameterKey(name).parameterValue(value).build();
    }

    private static Tag[] tags(DeployRequest request) {
        return new Tag[] {
            tag(TenantStack.TENANT_TAG, request.tenantId()),
            tag(TenantStack.GENERATION_TAG, Integer.toString(request.generation()))
        };
    }

    private static Tag tag(String name, String value) {
        return Tag.builder().key(name).value(value).build();
    }
}
