package dev.backplane.local.cloudformation;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The stacks of the account, their API, and what tests can make go wrong with them. */
public final class CloudFormation implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final StackFaultInjection faults = new StackFaultInjection();
    private final StackStore store;
    private final StackRegistry registry;
    private final StackOperations operations;
    private final Queues queues;

    /** What stacks need. */
    public record Context(
            AwsNetwork network, Iam iam, Queues queues, Assets assets, Functions functions, InstantSource clock) {}

    private CloudFormation(Context context, Optional<Path> folder) {
        this.store = new StackStore(folder);
        this.registry = new StackRegistry(store, context.clock());
        this.queues = context.queues();
        CustomResourceResponses responses = new CustomResourceResponses();
        ResourceHandlers handlers = new ResourceHandlers(
                new QueueResourceHandler(queues),
                new AlarmResourceHandler(),
                new CustomResourceHandler(context.functions(), responses));
        Iam iam = context.iam();
        this.operations = new StackOperations(new StackContext(iam, handlers::find, faults, threads));
        StackCommands commands =
                new StackCommands(registry, operations, new TemplateSource(context.assets(), iam), iam);
        context.network().add(new CloudFormationService(registry, commands));
        context.network().add(responses);
    }

    /** Reads the stacks that were kept in a folder, and offers CloudFormation; what was under way waits for the start. */
    public static CloudFormation of(Context context, Optional<Path> folder) {
        return new CloudFormation(context, folder);
    }

    /** Goes on with what was under way when the local cloud stopped. */
    public void start() {
        Set<String> kept = queues.names();
        for (ManagedStack stack : registry.all()) {
            stack.now().resources().values().stream()
                    .filter(resource -> resource.exists() && resource.type().equals(QueueKind.TYPE))
                    .forEach(queue -> adopt(queue, kept));
            operations.resume(stack);
        }
    }

    private void adopt(StackResource queue, Set<String> kept) {
        String url = queue.physicalId();
        String name = url.substring(url.lastIndexOf('/') + 1);
        if (kept.contains(name)) {
            queues.configure(Account.arn("sqs", name), queue.properties());
        }
    }

    /** The names and statuses of all stacks that are not deleted, as {@code name: STATUS}. */
    public List<String> summary() {
        return registry.all().stream()
                .map(ManagedStack::now)
                .filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE)
                .map(stack -> stack.name() + ": " + stack.status())
                .toList();
    }

    /** How many stacks of this name there ever were. */
    public long everNamed(String name) {
        return registry.all().stream()
                .filter(stack -> stack.now().name().equals(name))
                .count();
    }

    /** The status of the last stack with this name, also when it is deleted. */
    public Optional<StackStatus> status(String name) {
        return registry.all().reversed().stream()
                .map(ManagedStack::now)
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .map(StackState::status);
    }

    /**
     * Has the next attempt to make, change or delete a resource fail.
     *
     * @param stackNamePattern a regular expression
     */
    public void failNext(String stackNamePattern, String logicalId, String reason) {
        faults.failNext(stackNamePattern, logicalId, reason);
    }

    /**
     * Has stacks stand still before they do anything about a resource, until what this returns is closed.
     *
     * @param stackNamePattern a regular expression
     */
    public Hold hold(String stackNamePattern, String logicalId) {
        return faults.hold(stackNamePattern, logicalId)::close;
    }

    /** Stacks that stand still until this is closed. */
    @FunctionalInterface
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /** Leaves everything as it is, for the next start. */
    @Override
    public void close() {
        store.close();
        threads.shutdownNow();
    }
}
