package dev.backplane.local.lambda;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.AccessKeys;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import dev.backplane.local.iam.Role;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** A factory for the functions of the templates. */
final class FunctionFactory {

    // On AWS, functions of APIs time out after 10 s and limit each call to 6 s, so 4 s remain.
    private static final Duration REMAINING_AFTER_CALL = Duration.ofSeconds(4);
    private static final Principal LAMBDA = Principal.service("lambda.amazonaws.com");

    private final Iam iam;
    private final AwsNetwork network;
    private final LogGroups logs;
    private final Clock clock;

    FunctionFactory(Iam iam, AwsNetwork network, LogGroups logs, Clock clock) {
        this.iam = iam;
        this.network = network;
        this.logs = logs;
        this.clock = clock;
    }

    /** Returns the reasons why Lambda cannot run the function. */
    List<String> problems(TemplateResource function) {
        FunctionConfiguration configuration = FunctionConfiguration.of(function);
        Optional<Role> role = iam.role(configuration.roleArn());
        if (role.isEmpty()) {
            return List.of(function + ": there is no role " + configuration.roleArn());
        }
        if (!role.get().trusts(LAMBDA)) {
            return List.of(function + ": Lambda may not assume the role " + configuration.roleArn());
        }
        if (!logs.has(configuration.logGroup())) {
            return List.of(function + ": there is no log group " + configuration.logGroup());
        }
        return List.of();
    }

    LocalFunction create(TemplateResource function) {
        FunctionConfiguration configuration = FunctionConfiguration.of(function);
        Caller caller = iam.role(configuration.roleArn()).orElseThrow().as(configuration.name());
        String logStream = logStream();
        Consumer<String> log = new LazyLogStream(
                () -> logs.open(configuration.logGroup(), logStream, access -> iam.check(caller, access)));
        return new LocalFunction(
                configuration,
                caller,
                () -> HandlerClass.find(configuration.handler())
                        .create(new Platform(
                                Settings.of(environment(configuration, logStream)),
                                connection(caller, configuration.limits().timeout()),
                                clock,
                                Ids.random(),
                                Sandbox.guard(log))),
                logStream,
                log);
    }

    private Map<String, String> environment(FunctionConfiguration configuration, String logStream) {
        Map<String, String> environment = configuration.environment(logStream);
        // Presigned URLs must point to the local port. The SDKs use the same variable.
        network.address().ifPresent(address -> environment.put("AWS_ENDPOINT_URL_S3", address.toString()));
        return environment;
    }

    private AwsConnection connection(Caller caller, Duration timeout) {
        // Tests on slow machines use templates with longer timeouts; the limit of each call grows with them.
        Duration available = timeout.minus(REMAINING_AFTER_CALL);
        Duration limit = available.compareTo(AwsConnection.CALL_LIMIT) > 0 ? available : AwsConnection.CALL_LIMIT;
        AccessKeys.AccessKey key = iam.keys().issue(caller);
        return new AwsConnection(
                Sandbox.guard(network.connect(caller)),
                StaticCredentialsProvider.create(AwsSessionCredentials.create(key.id(), key.secret(), key.token())),
                Region.of(Account.REGION),
                Optional.empty(),
                Optional.of(limit));
    }

    private String logStream() {
        String day =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy/MM/dd"));
        return day + "/[" + LambdaContext.VERSION + "]"
                + UUID.randomUUID().toString().replace("-", "");
    }

    /** A log stream that is opened with its first line, so that a function without invocations has none. */
    private static final class LazyLogStream implements Consumer<String> {

        private final Supplier<Consumer<String>> open;
        private @Nullable Consumer<String> stream;

        LazyLogStream(Supplier<Consumer<String>> open) {
            this.open = open;
        }

        @Override
        public void accept(String line) {
            stream().accept(line);
        }

        private synchronized Consumer<String> stream() {
            if (stream == null) {
                stream = open.get();
            }
            return stream;
        }
    }
}
