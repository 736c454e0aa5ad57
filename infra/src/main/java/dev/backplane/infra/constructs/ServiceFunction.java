package dev.backplane.infra.constructs;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.rehearsal.SnapshotHook;
import dev.backplane.platform.schedules.ScheduleHandler;
import dev.backplane.platform.streams.StreamHandler;
import dev.backplane.platform.tasks.TaskHandler;
import java.nio.file.Path;
import java.util.Objects;
import software.amazon.awscdk.CfnElement;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cognito.LambdaVersion;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolOperation;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.CfnFunction;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.LoggingFormat;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.VersionOptions;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.s3.Bucket;
import software.constructs.Construct;

/**
 * A Java function behind the alias {@code live}, with its own log group and role. Operations that callers often wait
 * for start from a snapshot; with {@code aot} packaging, functions start from an AOT cache.
 *
 * <p>Functions without a snapshot have the alias too: it switches code and settings in one step, and a rollback only
 * changes the alias.
 *
 * <p>The role allows only what {@code allow} was called for.
 */
public final class ServiceFunction extends Construct {

    /** The timeout for a batch of messages. */
    static final int QUEUE_TIMEOUT_SECONDS = 30;

    /** The event source, which determines timeout and memory. */
    private enum Kind {
        /** A caller waits for the response. */
        API(10, 1024),
        /** A batch of stream records. No caller waits, and each retry starts again at the first record. */
        STREAM(300, 512),
        /** A batch of messages. */
        QUEUE(QUEUE_TIMEOUT_SECONDS, 512),
        /** A workflow or CloudFormation waits for the response, and retries if there is none. */
        TASK(30, 512),
        /** A workflow waits while the function sends up to 50 MB, of which it holds several copies. */
        LONG_TASK(300, 1024),
        /** A person who signs in waits for the response; Cognito gives up after these seconds. */
        TRIGGER(5, 1024),
        /** A schedule invokes it every minute, so invocations should not overlap for long. */
        SCHEDULE(60, 512),
        /** A schedule invokes it every hour or day; it has as much time as Lambda allows. */
        LONG_SCHEDULE(900, 512);

        private final int timeoutSeconds;
        private final int memoryMegabytes;

        Kind(int timeoutSeconds, int memoryMegabytes) {
            this.timeoutSeconds = timeoutSeconds;
            this.memoryMegabytes = memoryMegabytes;
        }
    }

    private record Purpose(Kind kind, boolean snapshot) {}

    private final String operation;
    private final String name;
    private final ServiceRole role;
    private final Function function;
    private final boolean snapshot;
    private final Alias live;

    /** Creates a function for an HTTP operation. */
    public static ServiceFunction api(
            Construct scope, Service service, Operation operation, Class<? extends HttpHandler> handler) {
        boolean snapshot = operation.snapshot() && service.code() instanceof FunctionCode.Managed;
        ServiceFunction function =
                new ServiceFunction(scope, service, new Purpose(Kind.API, snapshot), operation.name(), handler);
        function.trace();
        return function;
    }

    /** Creates a function for batches of stream records or messages. */
    public static ServiceFunction batch(Construct scope, Service service, Class<? extends BatchHandler> handler) {
        Kind kind = StreamHandler.class.isAssignableFrom(handler) ? Kind.STREAM : Kind.QUEUE;
        return new ServiceFunction(scope, service, new Purpose(kind, false), FunctionName.of(handler), handler);
    }

    /** Creates a function that a schedule invokes. */
    public static ServiceFunction scheduled(
            Construct scope, Service service, Class<? extends ScheduleHandler> handler) {
        return new ServiceFunction(
                scope, service, new Purpose(Kind.SCHEDULE, false), FunctionName.of(handler), handler);
    }

    /** Creates a function that a schedule invokes every hour or day, and that may take long. */
    public static ServiceFunction longScheduled(
            Construct scope, Service service, Class<? extends ScheduleHandler> handler) {
        return new ServiceFunction(
                scope, service, new Purpose(Kind.LONG_SCHEDULE, false), FunctionName.of(handler), handler);
    }

    /** Creates a function for a workflow task or a custom resource. */
    public static ServiceFunction task(Construct scope, Service service, Class<? extends TaskHandler<?>> handler) {
        return new ServiceFunction(scope, service, new Purpose(Kind.TASK, false), FunctionName.of(handler), handler);
    }

    /** Creates a function for a workflow task that sends large content. */
    public static ServiceFunction longTask(Construct scope, Service service, Class<? extends TaskHandler<?>> handler) {
        return new ServiceFunction(
                scope, service, new Purpose(Kind.LONG_TASK, false), FunctionName.of(handler), handler);
    }

    /** Creates a function that a user pool calls before it issues a token to a person. */
    public static ServiceFunction beforeTokens(
            Construct scope, Service service, Class<? extends TaskHandler<?>> handler, UserPool pool) {
        ServiceFunction function = new ServiceFunction(
                scope, service, new Purpose(Kind.TRIGGER, false), FunctionName.of(handler), handler);
        // Version 2 is the first that can change access tokens; the pool may invoke the alias and nothing else may.
        pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, function.live, LambdaVersion.V2_0);
        return function;
    }

    private ServiceFunction(
            Construct scope,
            Service service,
            Purpose purpose,
            String operation,
            Class<? extends RequestStreamHandler> type) {
        super(scope, operation);
        this.operation = operation;
        this.name = service.nameOf(operation);
        LogGroup logs = LogGroups.create(this, "Logs", "/aws/lambda/" + name, service.stage());
        this.role = new ServiceRole(this, "lambda.amazonaws.com", "Permissions of the function " + name);
        allow(logs.getLogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents");
        this.snapshot = purpose.snapshot();
        this.function = packed(service.code(), function(purpose.kind()))
                .handler(type.getName() + "::handleRequest")
                .logGroup(logs)
                .role(role.role())
                .build();
        if (snapshot) {
            takeSnapshots();
        }
        this.live = Alias.Builder.create(this, "Live")
                .aliasName("live")
                .version(function.getCurrentVersion())
                .build();
    }

    private void takeSnapshots() {
        resource()
                .setSnapStart(CfnFunction.SnapStartProperty.builder()
                        .applyOn("PublishedVersions")
                        .build());
        // The JVM prints a line that is not JSON if this is set, once per snapshot.
        function.addEnvironment("JAVA_TOOL_OPTIONS", SnapshotHook.JAVA_OPTIONS);
    }

    /** Enables tracing. A level 1 property, because level 2 adds a second policy to the role. */
    private void trace() {
        resource()
                .setTracingConfig(CfnFunction.TracingConfigProperty.builder()
                        .mode("Active")
                        .build());
        allowPattern(
                "*",
                "X-Ray actions cannot be limited to a resource.",
                "xray:PutTelemetryRecords",
                "xray:PutTraceSegments");
    }

    private CfnFunction resource() {
        return (CfnFunction) Objects.requireNonNull(function.getNode().getDefaultChild());
    }

    private Function.Builder function(Kind kind) {
        return Function.Builder.create(this, "Function")
                .functionName(name)
                .timeout(Duration.seconds(kind.timeoutSeconds))
                .memorySize(kind.memoryMegabytes)
                // The previous version is kept for a rollback of the alias. The version of a failed update must be
                // deleted, because Lambda does not publish a second version of the same code.
                .currentVersionOptions(VersionOptions.builder()
                        .removalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
                        .build())
                .loggingFormat(LoggingFormat.JSON);
    }

    private static Function.Builder packed(FunctionCode code, Function.Builder function) {
        return switch (code) {
            case FunctionCode.Managed(Path folder) ->
                function.code(Code.fromAsset(folder.toString()))
                        .runtime(Runtime.JAVA_25)
                        .architecture(Architecture.ARM_64);
            // Lambda does not take snapshots of functions on an OS-only runtime.
            case FunctionCode.Aot(Path zip, Architecture architecture) ->
                function.code(Code.fromAsset(zip.toString()))
                        .runtime(Runtime.PROVIDED_AL2023)
                        .architecture(architecture);
        };
    }

    /** Sets an environment variable. */
    public ServiceFunction setting(String settingName, String value) {
        function.addEnvironment(settingName, value);
        return this;
    }

    /** Allows actions on the items of a table. */
    public ServiceFunction allow(ServiceTable table, String... actions) {
        return allow(table.arn(), actions);
    }

    /** Allows actions on one index of a table, but not on the table. */
    public ServiceFunction allowIndex(ServiceTable table, String index, String... actions) {
        return allow(table.indexArn(index), actions);
    }

    /** Allows actions on the resource with this ARN. */
    public ServiceFunction allow(String resourceArn, String... actions) {
        return allow(Grant.on(resourceArn, actions));
    }

    /** Allows a grant on its resource. */
    public ServiceFunction allow(Grant grant) {
        role.allow(grant);
        return this;
    }

    /** Allows actions on a resource pattern, if no single resource can be named. */
    public ServiceFunction allowPattern(String resources, String reason, String... actions) {
        return allowPattern(Grant.on(resources, actions), reason);
    }

    /** Allows actions on the objects of a bucket whose keys match a pattern. */
    public ServiceFunction allowObjects(Bucket bucket, String keys, String reason, String... actions) {
        // The rules see the logical id of the bucket in the pattern.
        String bucketId = Stack.of(this).getLogicalId((CfnElement)
                Objects.requireNonNull(bucket.getNode().getDefaultChild()));
        Suppressions.accept(role.role(), "AwsSolutions-IAM5", reason, "Resource::<" + bucketId + ".Arn>/" + keys);
        return allow(bucket.arnForObjects(keys), actions);
    }

    /** Allows a grant on a resource pattern. */
    public ServiceFunction allowPattern(Grant grant, String reason) {
        role.allowPattern(grant, reason);
        return this;
    }

    /** Sends the events of asynchronous invocations to a queue when all attempts failed. */
    ServiceFunction deadLettersTo(FailureQueue queue) {
        resource()
                .setDeadLetterConfig(CfnFunction.DeadLetterConfigProperty.builder()
                        .targetArn(queue.arn())
                        .build());
        return allow(queue.arn(), "sqs:SendMessage");
    }

    /** Gives the function more time than others of its kind have. */
    public ServiceFunction timeout(Duration time) {
        resource().setTimeout(time.toSeconds());
        return this;
    }

    /** Discards asynchronous invocations of this age, instead of retrying them for hours. */
    public ServiceFunction maxEventAge(Duration age) {
        live.configureAsyncInvoke(
                EventInvokeConfigOptions.builder().maxEventAge(age).build());
        return this;
    }

    /** Returns whether the function starts from a snapshot. */
    public boolean hasSnapshot() {
        return snapshot;
    }

    /** Returns the resource that publishes a version and takes its snapshot, if the function has one. */
    CfnResource version() {
        return (CfnResource)
                Objects.requireNonNull(function.getCurrentVersion().getNode().getDefaultChild());
    }

    /** Returns the ARN of the alias, which callers invoke because only published versions have a snapshot. */
    public String arn() {
        return live.getFunctionArn();
    }

    /** Returns the ARN of the role with the permissions of the function. */
    public String roleArn() {
        return role.arn();
    }

    Role role() {
        return role.role();
    }

    /** Returns whether this is the function of an operation. */
    public boolean serves(Operation other) {
        return operation.equals(other.name());
    }

    String operation() {
        return operation;
    }

    String functionName() {
        return name;
    }

    /**
     * Returns the alias, which callers and event source mappings invoke because only published versions have a
     * snapshot.
     */
    Alias live() {
        return live;
    }
}
