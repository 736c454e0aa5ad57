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
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.cognito.LambdaVersion;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolOperation;
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
import software.constructs.Construct;

/**
 * A Java function behind the alias {@code live}, with a log group and a role of its own. It starts from a snapshot if
 * callers wait for its operation often, else plainly, or on a Java that was trained in the build.
 *
 * <p>Functions without a snapshot have the alias too: it changes code and settings in one step, and a rollback is a
 * change of the alias.
 *
 * <p>The role allows what {@code allow} was called for and nothing else.
 */
public final class ServiceFunction extends Construct {

    /** How long a function may work on a batch of messages. */
    static final int QUEUE_TIMEOUT_SECONDS = 30;

    /** What calls a function, which decides how long it may take and how much memory it gets. */
    private enum Kind {
        /** A caller waits for the answer. */
        API(10, 1024),
        /** A batch of stream records is worked off; nobody waits, and each try begins at the first record again. */
        STREAM(300, 512),
        /** A batch of messages is worked off. */
        QUEUE(QUEUE_TIMEOUT_SECONDS, 512),
        /** A workflow or CloudFormation waits for the answer, and asks again when there is none. */
        TASK(30, 512),
        /** A person who signs in waits for the answer, and Cognito gives up after these seconds. */
        TRIGGER(5, 1024),
        /** A schedule calls it every minute, and no two runs should overlap for long. */
        SCHEDULE(60, 512);

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

    /** A function that serves an HTTP operation. */
    public static ServiceFunction api(
            Construct scope, Service service, Operation operation, Class<? extends HttpHandler> handler) {
        boolean snapshot = operation.snapshot() && service.code() instanceof FunctionCode.Managed;
        ServiceFunction function =
                new ServiceFunction(scope, service, new Purpose(Kind.API, snapshot), operation.name(), handler);
        function.trace();
        return function;
    }

    /** A function that works off batches of stream records or messages. */
    public static ServiceFunction batch(Construct scope, Service service, Class<? extends BatchHandler> handler) {
        Kind kind = StreamHandler.class.isAssignableFrom(handler) ? Kind.STREAM : Kind.QUEUE;
        return new ServiceFunction(scope, service, new Purpose(kind, false), FunctionName.of(handler), handler);
    }

    /** A function that a schedule calls. */
    public static ServiceFunction scheduled(
            Construct scope, Service service, Class<? extends ScheduleHandler> handler) {
        return new ServiceFunction(
                scope, service, new Purpose(Kind.SCHEDULE, false), FunctionName.of(handler), handler);
    }

    /** A function that does one step of a workflow, or stands for a resource of a stack. */
    public static ServiceFunction task(Construct scope, Service service, Class<? extends TaskHandler<?>> handler) {
        return new ServiceFunction(scope, service, new Purpose(Kind.TASK, false), FunctionName.of(handler), handler);
    }

    /** A function that a user pool calls before it issues a token to a person. */
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
        this.role = new ServiceRole(this, "lambda.amazonaws.com", "What the function " + name + " may call");
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
        // The JVM prints a line that is not JSON when this is set, once for each snapshot.
        function.addEnvironment("JAVA_TOOL_OPTIONS", SnapshotHook.JAVA_OPTIONS);
    }

    /** Traces requests; level 1, as level 2 adds a second policy to the role. */
    private void trace() {
        resource()
                .setTracingConfig(CfnFunction.TracingConfigProperty.builder()
                        .mode("Active")
                        .build());
        allowPattern(
                "*",
                "Trace segments belong to no resource that a policy can name.",
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
                // The version before stays, for the alias to go back to. That of a failed update must go, as Lambda
                // publishes no second version of the same code.
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
            // Lambda takes no snapshots of functions on an OS-only runtime.
            case FunctionCode.Aot(Path zip, Architecture architecture) ->
                function.code(Code.fromAsset(zip.toString()))
                        .runtime(Runtime.PROVIDED_AL2023)
                        .architecture(architecture);
        };
    }

    /** Hands a setting to the function under the name that its code knows it by. */
    public ServiceFunction setting(String settingName, String value) {
        function.addEnvironment(settingName, value);
        return this;
    }

    /** Allows actions on the items of a table. */
    public ServiceFunction allow(ServiceTable table, String... actions) {
        return allow(table.arn(), actions);
    }

    /** Allows actions on one index of a table, and not on the table. */
    public ServiceFunction allowIndex(ServiceTable table, String index, String... actions) {
        return allow(table.indexArn(index), actions);
    }

    /** Allows actions on the one resource that the ARN names. */
    public ServiceFunction allow(String resourceArn, String... actions) {
        return allow(Grant.on(resourceArn, actions));
    }

    /** Allows what the grant says, of the one resource that it names. */
    public ServiceFunction allow(Grant grant) {
        role.allow(grant);
        return this;
    }

    /** Allows actions on all resources of a pattern, where no single one can be named. */
    public ServiceFunction allowPattern(String resources, String reason, String... actions) {
        return allowPattern(Grant.on(resources, actions), reason);
    }

    /** Allows what the grant says, of all resources of a pattern. */
    public ServiceFunction allowPattern(Grant grant, String reason) {
        role.allowPattern(grant, reason);
        return this;
    }

    /** Has calls that nobody waits for forgotten when they are this old, and not tried for hours. */
    public ServiceFunction forgetCallsAfter(Duration age) {
        live.configureAsyncInvoke(
                EventInvokeConfigOptions.builder().maxEventAge(age).build());
        return this;
    }

    /** Says whether the function starts from a snapshot. */
    public boolean hasSnapshot() {
        return snapshot;
    }

    /** The resource that publishes a version, and has its snapshot taken if the function has one. */
    CfnResource version() {
        return (CfnResource)
                Objects.requireNonNull(function.getCurrentVersion().getNode().getDefaultChild());
    }

    /** The ARN to invoke the function by: that of the alias, as only published versions have a snapshot. */
    public String arn() {
        return live.getFunctionArn();
    }

    /** Says whether this is the function of an operation. */
    public boolean serves(Operation other) {
        return operation.equals(other.name());
    }

    String operation() {
        return operation;
    }

    String functionName() {
        return name;
    }

    /** What callers and mappings invoke: the alias, as only published versions have a snapshot. */
    Alias live() {
        return live;
    }
}
