package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.cloudformation.template.StackTemplate;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates, updates and deletes single resources of a stack and records their events. */
final class ResourceProvisioner {

    private static final String CANCELLED = "Resource creation cancelled";

    private final ManagedStack stack;
    private final StackContext tools;
    private final Cancellation cancellation;

    ResourceProvisioner(ManagedStack stack, StackContext tools, Cancellation cancellation) {
        this.stack = stack;
        this.tools = tools;
        this.cancellation = cancellation;
    }

    /** Creates a resource; a failure cancels the operation. */
    boolean create(String id, StackTemplate template, StackTemplate.Values values) {
        if (cancellation.isCancelled()) {
            return false;
        }
        String type = template.resource(id).path("Type").asText();
        StackResource resource = StackResource.declared(id, type);
        stack.resource(resource.withStatus("CREATE_IN_PROGRESS", ""));
        try {
            JsonNode properties = properties(id, template, values);
            ResourceHandler handler = handler(type, properties);
            ResourceRequest work = work(
                    resource,
                    properties,
                    physicalId -> stack.resource(resource.withPhysicalId(physicalId)
                            .withProperties(properties)
                            .withStatus("CREATE_IN_PROGRESS", "Resource creation Initiated")));
            tools.faults().before(work);
            ProvisionedResource made = calling(() -> handler.create(work));
            StackResource complete = resource.withProperties(properties).made(made);
            boolean cancelled = cancellation.isCancelled();
            stack.resource(
                    cancelled
                            ? complete.withStatus("CREATE_FAILED", CANCELLED)
                            : complete.withStatus("CREATE_COMPLETE", ""));
            return !cancelled;
        } catch (ResourceException failure) {
            failCreation(id, template, values, failure);
            return false;
        }
    }

    private void failCreation(
            String id, StackTemplate template, StackTemplate.Values values, ResourceException failure) {
        StackResource begun = current(id);
        StackResource failed = failure.physicalId().isEmpty()
                ? begun
                : begun.withPhysicalId(failure.physicalId()).withProperties(tryProperties(id, template, values));
        // Report the first failure only; later ones follow from the cancellation.
        String reason = cancellation.isCancelled() ? CANCELLED : failure.reason();
        cancellation.cancel();
        stack.resource(failed.withStatus("CREATE_FAILED", reason));
    }

    /** Updates a resource if its properties changed. */
    boolean update(String id, StackTemplate template, StackTemplate.Values values, boolean tagsChanged) {
        if (cancellation.isCancelled()) {
            return false;
        }
        StackResource current = current(id);
        try {
            JsonNode properties = properties(id, template, values);
            ResourceHandler handler = handler(current.type(), properties);
            if (properties.equals(current.properties()) && !(tagsChanged && handler.takesTags())) {
                return true;
            }
            return change(current, properties, handler);
        } catch (ResourceException failure) {
            return failUpdate(id, failure);
        }
    }

    /** Restores a resource to its state before an update. */
    boolean rollBack(StackResource before) {
        StackResource current = current(before.logicalId());
        boolean untouched = current.physicalId().equals(before.physicalId())
                && current.properties().equals(before.properties())
                && !current.status().startsWith("UPDATE_");
        try {
            ResourceHandler handler = handler(before.type(), before.properties());
            if (untouched) {
                return true;
            }
            if (!current.physicalId().equals(before.physicalId()) && !handler.needsUpdateOnRollback()) {
                stack.change(old -> old.withSuperseded(current));
                stack.resource(before.withStatus("UPDATE_COMPLETE", ""));
                return true;
            }
            return change(current, before.properties(), handler);
        } catch (ResourceException failure) {
            return failUpdate(before.logicalId(), failure);
        }
    }

    private boolean change(StackResource current, JsonNode properties, ResourceHandler handler)
            throws ResourceException {
        stack.resource(current.withStatus("UPDATE_IN_PROGRESS", ""));
        ResourceRequest work = work(current, properties, _ -> {});
        tools.faults().before(work);
        ProvisionedResource made = calling(() -> handler.update(work, current));
        if (!made.physicalId().equals(current.physicalId())) {
            stack.change(old -> old.withSuperseded(current));
        }
        stack.resource(current.withProperties(properties).made(made).withStatus("UPDATE_COMPLETE", ""));
        return true;
    }

    private boolean failUpdate(String id, ResourceException failure) {
        String reason = cancellation.isCancelled() ? "Resource update cancelled" : failure.reason();
        cancellation.cancel();
        stack.resource(current(id).withStatus("UPDATE_FAILED", reason));
        return false;
    }

    /** Deletes a resource. */
    boolean delete(String id) {
        StackResource resource = current(id);
        if (!resource.exists()) {
            return true;
        }
        return delete(resource, stack::resource);
    }

    /** Deletes a replaced physical resource. */
    boolean deleteSuperseded(StackResource resource) {
        return delete(resource, stack::event);
    }

    private boolean delete(StackResource resource, Consumer<StackResource> tell) {
        tell.accept(resource.withStatus("DELETE_IN_PROGRESS", ""));
        try {
            ResourceRequest work = work(resource, resource.properties(), _ -> {});
            tools.faults().before(work);
            ResourceHandler handler = find(resource.type());
            calling(() -> {
                handler.delete(work, resource.physicalId());
                return resource;
            });
            tell.accept(resource.withStatus("DELETE_COMPLETE", ""));
            return true;
        } catch (ResourceException failure) {
            tell.accept(resource.withStatus("DELETE_FAILED", failure.reason()));
            return false;
        }
    }

    /** Keeps a resource when its stack is deleted. */
    void retain(String id) {
        stack.resource(current(id).withStatus("DELETE_SKIPPED", ""));
    }

    private StackResource current(String id) {
        return Optional.ofNullable(stack.now().resources().get(id)).orElseGet(() -> StackResource.declared(id, ""));
    }

    private JsonNode properties(String id, StackTemplate template, StackTemplate.Values values)
            throws ResourceException {
        JsonNode declared = template.resource(id).path("Properties");
        try {
            return declared.isMissingNode()
                    ? JsonNodeFactory.instance.objectNode()
                    : template.resolve(id, declared, values);
        } catch (TemplateException failure) {
            throw new ResourceException(String.join("; ", failure.problems()));
        }
    }

    private JsonNode tryProperties(String id, StackTemplate template, StackTemplate.Values values) {
        try {
            return properties(id, template, values);
        } catch (ResourceException unresolved) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private interface Call<T> {

        T call() throws ResourceException;
    }

    /** Converts unexpected errors to resource failures, so that no stack hangs. */
    private static <T> T calling(Call<T> call) throws ResourceException {
        try {
            return call.call();
        } catch (StoppedException stopped) {
            throw stopped;
        } catch (RuntimeException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw new StoppedException();
            }
            System.getLogger(ResourceProvisioner.class.getName())
                    .log(System.Logger.Level.WARNING, "a resource operation failed", failure);
            throw ResourceException.ofHandler(failure.toString(), "InternalFailure");
        }
    }

    private ResourceHandler handler(String type, JsonNode properties) throws ResourceException {
        ResourceHandler handler = find(type);
        List<String> unknown = handler.unknown(properties);
        if (!unknown.isEmpty()) {
            throw new ResourceException(
                    "Properties " + unknown + " of " + type + " are not supported by the local cloud");
        }
        return handler;
    }

    private ResourceHandler find(String type) throws ResourceException {
        return tools.handlers()
                .apply(type)
                .orElseThrow(
                        () -> new ResourceException("Type " + type + " is not supported in stacks of the local cloud"));
    }

    private ResourceRequest work(StackResource resource, JsonNode properties, Consumer<String> initiated) {
        StackState now = stack.now();
        return new ResourceRequest(
                now,
                resource.logicalId(),
                resource.type(),
                properties,
                StackPermissions.of(tools.iam(), now.progress().assumedRole()),
                cancellation,
                initiated);
    }
}
