package dev.backplane.local.lambda;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.aws.FaultInjection;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.time.Backoff;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions of the templates, found by name or ARN. */
public final class Functions implements FunctionInvoker, AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final InvocationResult.ServiceError NOT_READY = new InvocationResult.ServiceError(
            "SnapStartNotReadyException",
            409,
            "Lambda is initializing your function. It will be ready to invoke once your function state becomes ACTIVE.");

    private final Map<String, LocalFunction> functions;
    private final Set<FunctionName> qualified;
    private final Map<FunctionName, AsyncInvokePolicy> policies;
    private final InvokePermissions permissions;
    private final AwsNetwork network;
    private final FaultInjection faults;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private Functions(Map<String, LocalFunction> functions, CloudTemplates templates, AwsNetwork network) {
        this.functions = functions;
        this.network = network;
        this.faults = network.faults();
        this.permissions = new InvokePermissions(templates);
        this.policies = AsyncInvokePolicy.of(templates);
        this.qualified = Stream.of(LambdaKinds.VERSION, LambdaKinds.ALIAS)
                .flatMap(type -> templates.ofType(type).stream())
                .map(resource -> FunctionName.parse(resource.ref()))
                .collect(Collectors.toSet());
    }

    /**
     * Prepares the functions. A handler is created at its first invocation.
     *
     * @throws TemplateException if Lambda cannot run one of them
     */
    public static Functions of(CloudTemplates templates, Iam iam, AwsNetwork network, LogGroups logs, Clock clock) {
        FunctionFactory factory = new FunctionFactory(iam, network, logs, clock);
        Map<String, LocalFunction> functions = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource function : templates.ofType(LambdaKinds.FUNCTION)) {
            List<String> found = factory.problems(function);
            problems.addAll(found);
            if (found.isEmpty()) {
                functions.put(function.ref(), factory.create(function));
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new Functions(functions, templates, network);
    }

    @Override
    public InvocationResult invoke(String function, byte[] payload) {
        LocalFunction found =
                find(function).orElseThrow(() -> new IllegalArgumentException("there is no function " + function));
        Optional<String> qualifier = published(function);
        if (qualifier.isPresent() && faults.snapshotIsMissing(found.name())) {
            return InvocationResult.rejected(NOT_READY);
        }
        Sandbox.leave();
        String invoked = qualifier.map(version -> found.name() + ":" + version).orElse(found.name());
        String arn = Account.arn("lambda", "function:" + invoked);
        return faults.invocation(found.name())
                .map(message -> found.fail(arn, new IllegalStateException(message)))
                .orElseGet(() -> found.invoke(threads, arn, payload));
    }

    /** Returns the version or alias in a name, if it is not {@code $LATEST}. */
    private static Optional<String> published(String function) {
        return FunctionName.parse(function).qualifier().filter(qualifier -> !qualifier.equals(LambdaContext.VERSION));
    }

    /**
     * Makes Lambda reject the next invocations of the function's versions and aliases, as if their snapshot had been
     * deleted and a new one were not ready.
     *
     * @throws IllegalArgumentException if the function does not exist or has no SnapStart
     */
    public void loseSnapshot(String function, int times) {
        LocalFunction found =
                find(function).orElseThrow(() -> new IllegalArgumentException("there is no function " + function));
        if (!found.hasSnapshots()) {
            throw new IllegalArgumentException(found.name() + " has no SnapStart");
        }
        faults.loseSnapshot(times, found.name());
    }

    @Override
    public void invokeLater(String function, byte[] payload, Consumer<InvocationResult> end) {
        long start = System.nanoTime();
        AsyncInvokePolicy policy = policy(function);
        threads.execute(() -> {
            try {
                InvocationResult invocation = invoke(function, payload);
                int retries = 0;
                for (int pauses = 0; invocation.failed(); pauses++) {
                    boolean refused = invocation.serviceError().isPresent();
                    if ((!refused && retries++ >= policy.retries()) || isOlder(start, policy.maxAge())) {
                        break;
                    }
                    Thread.sleep(Backoff.before(pauses));
                    invocation = invoke(function, payload);
                }
                if (invocation.failed()) {
                    sendDeadLetter(function, payload, invocation);
                }
                end.accept(invocation);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void sendDeadLetter(String function, byte[] payload, InvocationResult last) {
        LocalFunction failed = find(function).orElseThrow();
        failed.deadLetterQueue()
                .ifPresent(queue -> new DeadLetter(queue, new String(payload, StandardCharsets.UTF_8), last)
                        .send(new AwsCalls(network.connect(failed.caller()))));
    }

    private AsyncInvokePolicy policy(String function) {
        FunctionName name = new FunctionName(nameOf(function).orElse(function), published(function));
        return policies.getOrDefault(name, AsyncInvokePolicy.DEFAULT);
    }

    private static boolean isOlder(long startNanos, Duration age) {
        return System.nanoTime() - startNanos > age.toNanos();
    }

    /** Returns the role of a function, which event source mappings use too. */
    public Optional<Caller> caller(String function) {
        return find(function).map(LocalFunction::caller);
    }

    /** Returns the timeout of an existing function. */
    public Duration timeout(String function) {
        return find(function).orElseThrow().timeout();
    }

    @Override
    public Optional<String> nameOf(String function) {
        FunctionName wanted = FunctionName.parse(function);
        List<String> matches = functions.containsKey(wanted.name())
                ? List.of(wanted.name())
                : functions.keySet().stream()
                        .filter(name -> name.endsWith("-" + wanted.name()))
                        .toList();
        return matches.size() == 1 && exists(matches.getFirst(), published(function))
                ? Optional.of(matches.getFirst())
                : Optional.empty();
    }

    private boolean exists(String name, Optional<String> qualifier) {
        return qualifier.isEmpty() || qualified.contains(new FunctionName(name, qualifier));
    }

    private Optional<LocalFunction> find(String function) {
        return nameOf(function).map(functions::get);
    }

    @Override
    public List<String> names() {
        return List.copyOf(functions.keySet());
    }

    @Override
    public boolean permits(String function, String principal, String sourceArn) {
        return permissions.allow(FunctionName.parse(function), principal, sourceArn);
    }

    /** Stops what is still running. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                // A handler that ignores the interrupt runs on a daemon thread, which does not keep the JVM alive.
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
