package dev.backplane.tenants.workflow;

import dev.backplane.platform.log.Invocation;
import dev.backplane.tenants.StackParameter;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantsSettings.StackSettings;
import java.util.LinkedHashMap;
import java.util.Map;
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

/** Deploys the stack of a tenant, whatever state an earlier run left it in. */
final class StackDeployer {

    private static final Set<String> UPDATABLE =
            Set.of("CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE");

    /** States in which a stack can only be deleted. */
    private static final Set<String> LEFT_OVER =
            Set.of("CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED");

    private final Stacks stacks;
    private final StackSettings settings;
    private final Optional<String> tier;

    StackDeployer(Stacks stacks, StackSettings settings, Optional<String> tier) {
        this.stacks = stacks;
        this.settings = settings;
        this.tier = tier;
    }

    DeployResult create(DeployRequest request) {
        try {
            Optional<String> created = stacks.create(creation(request));
            return created.isPresent() ? DeployResult.deploying(created.get(), version(), inputs()) : adopt(request);
        } catch (CloudFormationException e) {
            return refused(e);
        }
    }

    /** Takes over an existing stack with the tenant's name, if it belongs to the tenant. */
    private DeployResult adopt(DeployRequest request) {
        Optional<TenantStack> found = stacks.find(name(request));
        if (found.isEmpty()) {
            return DeployResult.settling();
        }
        TenantStack stack = found.get();
        if (!stack.isOf(request.tenant())) {
            return foreign();
        }
        if (stack.isInProgress()) {
            return DeployResult.settling(stack);
        }
        if (LEFT_OVER.contains(stack.status())) {
            stacks.delete(removal(request, stack));
            return DeployResult.settling(stack);
        }
        // Even for a stack of this version: the update has the stack write the tenant's row again, which may be lost.
        // CloudFormation has nothing to update if this run created the stack.
        return change(request, stack);
    }

    private boolean isCurrent(TenantStack stack) {
        return stack.version().equals(Optional.of(version().value())) && UPDATABLE.contains(stack.status());
    }

    DeployResult update(DeployRequest request) {
        try {
            Optional<TenantStack> found = stacks.find(name(request));
            if (found.isEmpty()) {
                return DeployResult.failed("The tenant's stack does not exist.");
            }
            TenantStack stack = found.get();
            if (!stack.isOf(request.tenant())) {
                return foreign();
            }
            return stack.isInProgress() ? DeployResult.settling(stack) : change(request, stack);
        } catch (CloudFormationException e) {
            return refused(e);
        }
    }

    private DeployResult change(DeployRequest request, TenantStack stack) {
        if (stack.status().equals("UPDATE_ROLLBACK_FAILED")) {
            stacks.continueRollback(continuation(request, stack));
            return DeployResult.settling(stack);
        }
        if (!UPDATABLE.contains(stack.status())) {
            return DeployResult.failed("The tenant's stack is in " + stack.status() + " and cannot be updated.");
        }
        try {
            return stacks.update(update(request, stack))
                    ? DeployResult.deploying(stack.id(), version(), inputs())
                    : DeployResult.unchanged(stack, version(), inputs());
        } catch (TokenAlreadyExistsException e) {
            return afterAcceptedUpdate(stack);
        } catch (CloudFormationException e) {
            // Another operation on the stack has just begun.
            if (Stacks.isInvalid(e, "IN_PROGRESS")) {
                return DeployResult.settling(stack);
            }
            throw e;
        }
    }

    /** Decides by the stack, because an earlier attempt of this run was accepted and its response was lost. */
    private DeployResult afterAcceptedUpdate(TenantStack before) {
        TenantStack stack = stacks.find(before.id()).orElse(before);
        return isCurrent(stack) ? DeployResult.unchanged(stack, version(), inputs()) : DeployResult.settling(stack);
    }

    private static DeployResult foreign() {
        return DeployResult.failed("A stack with the tenant's name belongs to something else.");
    }

    /** Fails a request that CloudFormation would reject again; other errors are retried by the state machine. */
    private static DeployResult refused(CloudFormationException e) {
        // A deployment of the suite updates the role before this function, and the role allows only the new template.
        // Wait until the workflow calls the new function.
        if (e.statusCode() == 403) {
            Invocation.recordFailure(e);
            return DeployResult.settling("CloudFormation rejected the request: " + Stacks.code(e));
        }
        if (e.isThrottlingException() || e.statusCode() >= 500) {
            throw e;
        }
        return DeployResult.failed("CloudFormation rejected the request: " + Stacks.message(e));
    }

    // The function may only deploy the definition that was deployed with it. A run that was started before a
    // deployment of the suite gets the new definition.
    private StackVersion version() {
        return settings.release().version();
    }

    private Optional<String> inputs() {
        return settings.release().inputs().digest(tier);
    }

    // The tenant may get another tier before a request is repeated, which is then another request.
    private String token(DeployRequest request, String purpose) {
        String token = request.token(purpose);
        return inputs().map(digest -> token + "-" + digest).orElse(token);
    }

    private String[] capabilities() {
        return settings.release().capability().stream().toArray(String[]::new);
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
                .capabilitiesWithStrings(capabilities())
                .clientRequestToken(token(request, "create"))
                .build();
    }

    private UpdateStackRequest update(DeployRequest request, TenantStack stack) {
        return UpdateStackRequest.builder()
                .stackName(stack.id())
                .templateURL(settings.release().templateUrl())
                .parameters(parameters(request))
                .tags(tags(request))
                .roleARN(settings.role())
                .capabilitiesWithStrings(capabilities())
                .clientRequestToken(token(request, "update"))
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

    /** Returns the parameters that the template declares; CloudFormation rejects others. */
    private Parameter[] parameters(DeployRequest request) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(StackParameter.TENANT_ID, request.tenantId());
        values.put(StackParameter.STACK_VERSION, version().value());
        values.put(StackParameter.EXECUTION, request.execution());
        values.put(StackParameter.METADATA_FUNCTION, settings.metadataFunction());
        values.put(StackParameter.INBOUND_DLQ, settings.dlq());
        values.putAll(settings.release().parametersOf(tier));
        values.keySet().retainAll(settings.release().parameters());
        return values.entrySet().stream()
                .map(value -> parameter(value.getKey(), value.getValue()))
                .toArray(Parameter[]::new);
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
