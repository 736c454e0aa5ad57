package dev.backplane.local.cloudformation;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudwatch.AlarmKind;
import dev.backplane.local.dynamodb.TableKind;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.iam.MalformedPolicyException;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** CloudFormation: runtime stacks, their API and fault injection. */
public final class CloudFormation implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final StackFaultInjection faults = new StackFaultInjection();
    private final StackStore store;
    private final StackRegistry registry;
    private final StackOperations operations;
    private final Queues queues;
    private final Iam iam;

    /** The dependencies of stacks. */
    public record Context(
            AwsNetwork network,
            Iam iam,
            Queues queues,
            Engine tables,
            Assets assets,
            Functions functions,
            InstantSource clock) {}

    private CloudFormation(Context context, Optional<Path> folder) {
        this.store = new StackStore(folder);
        this.registry = new StackRegistry(store, context.clock());
        this.queues = context.queues();
        CustomResourceResponses responses = new CustomResourceResponses();
        this.iam = context.iam();
        ResourceHandlers handlers = new ResourceHandlers(
                Map.of(
                        QueueKind.TYPE, new QueueResourceHandler(queues, iam),
                        AlarmKind.TYPE, new AlarmResourceHandler(),
                        TableKind.TYPE, new TableResourceHandler(context.tables()),
                        IamKinds.ROLE, new RoleResourceHandler(iam)),
                new CustomResourceHandler(context.functions(), responses));
        this.operations = new StackOperations(new StackContext(iam, handlers::find, faults, threads));
        StackCommands commands =
                new StackCommands(registry, operations, new TemplateSource(context.assets(), iam), iam);
        context.network().add(new CloudFormationService(registry, commands));
        context.network().add(responses);
    }

    /** Reads stored stacks and adds the CloudFormation endpoint. */
    public static CloudFormation of(Context context, Optional<Path> folder) {
        return new CloudFormation(context, folder);
    }

    /** Resumes interrupted operations. */
    public void start() {
        Set<String> kept = queues.names();
        for (ManagedStack stack : registry.all()) {
            stack.now().resources().values().stream()
                    .filter(StackResource::exists)
                    .forEach(resource -> adopt(resource, kept));
            operations.resume(stack);
        }
    }

    /** Restores what only memory held. */
    private void adopt(StackResource resource, Set<String> kept) {
        switch (resource.type()) {
            case QueueKind.TYPE -> adoptQueue(resource, kept);
            case IamKinds.ROLE -> adoptRole(resource);
            default -> {}
        }
    }

    private void adoptRole(StackResource role) {
        try {
            iam.stackRoles().put(role.physicalId(), role.properties());
        } catch (MalformedPolicyException impossible) {
            throw new IllegalStateException(role.physicalId() + " was created with its policies", impossible);
        }
    }

    private void adoptQueue(StackResource queue, Set<String> kept) {
        String url = queue.physicalId();
        String name = url.substring(url.lastIndexOf('/') + 1);
        if (kept.contains(name)) {
            queues.configure(Account.arn("sqs", name), queue.properties());
        }
    }

    /** Returns the names and statuses of all stacks that are not deleted, as {@code name: STATUS}. */
    public List<String> summary() {
        return registry.all().stream()
                .map(ManagedStack::now)
                .filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE)
                .map(stack -> stack.name() + ": " + stack.status())
                .toList();
    }

    /** Returns the number of stacks that ever had this name. */
    public long countNamed(String name) {
        return registry.all().stream()
                .filter(stack -> stack.now().name().equals(name))
                .count();
    }

    /** Returns the status of the latest stack with this name, including deleted ones. */
    public Optional<StackStatus> status(String name) {
        return registry.all().reversed().stream()
                .map(ManagedStack::now)
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .map(StackState::status);
    }

    /**
     * Fails the next operation on a resource.
     *
     * @param stackNamePattern a regular expression
     */
    public void failNext(String stackNamePattern, String logicalId, String reason) {
        faults.failNext(stackNamePattern, logicalId, reason);
    }

    /**
     * Blocks operations on a resource until the result is closed.
     *
     * @param stackNamePattern a regular expression
     */
    public Hold hold(String stackNamePattern, String logicalId) {
        return faults.hold(stackNamePattern, logicalId)::close;
    }

    /** Blocks stack operations until closed. */
    @FunctionalInterface
    public interface Hold extends AutoCloseable {

        @Override
        void close();
    }

    /** Stops without completing operations; the next start resumes them. */
    @Override
    public void close() {
        store.close();
        threads.shutdownNow();
    }

    /** The handlers of the supported resource types. */
    private record ResourceHandlers(Map<String, ResourceHandler> byType, ResourceHandler custom) {

        Optional<ResourceHandler> find(String type) {
            return type.startsWith("Custom::") || type.equals("AWS::CloudFormation::CustomResource")
                    ? Optional.of(custom)
                    : Optional.ofNullable(byType.get(type));
        }
    }
}
