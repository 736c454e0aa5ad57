package dev.backplane.pool.workflow;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.aws.SignedResponse;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.CleanupAttempt;
import dev.backplane.pool.PoolSettings;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * The builds of the project that cleans accounts.
 *
 * <p>Step Functions tries to stop the build of an execution that is stopped, but does not promise it, and says nothing of
 * a task that times out (https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html). So builds are
 * found by their environment variables and stopped here.
 */
public final class Builds {

    private static final String TARGET = "CodeBuild_20161006.";
    private static final String IN_PROGRESS = "IN_PROGRESS";
    private static final String SUCCEEDED = "SUCCEEDED";

    // A page has up to 100 builds. An attempt is over long before a build is this old.
    private static final int MAX_PAGES = 20;
    private static final Duration OLD = Duration.ofDays(2);

    private final SignedHttp http;
    private final String project;
    private final Clock clock;

    public Builds(Platform platform) {
        this.http = new SignedHttp(platform.aws(), "codebuild", platform.clock());
        this.project = platform.settings().require(PoolSettings.CLEANUP_PROJECT);
        this.clock = platform.clock();
    }

    /** A build that cleans an account. */
    public record Found(String id, AttemptId attempt, String status, Optional<String> log) {

        boolean isRunning() {
            return status.equals(IN_PROGRESS);
        }

        boolean succeeded() {
            return status.equals(SUCCEEDED);
        }

        CleanupAttempt.Build build() {
            return new CleanupAttempt.Build(id, log);
        }
    }

    /** Returns the recent builds for an account, newest first. */
    List<Found> find(AccountId account) {
        List<Found> found = new ArrayList<>();
        Optional<String> next = Optional.empty();
        for (int page = 0; page < MAX_PAGES; page++) {
            Obj ids = list(next);
            List<Obj> builds = details(array(ids, "ids"));
            builds.stream()
                    .filter(build -> variable(build, CleanupStateMachine.ACCOUNT_VARIABLE)
                            .equals(Optional.of(account.value())))
                    .flatMap(build -> read(build).stream())
                    .forEach(found::add);
            next = text(ids, "nextToken");
            if (next.isEmpty() || builds.stream().allMatch(this::isOld)) {
                break;
            }
        }
        return found;
    }

    /** Stops the builds for an account whose attempts match, and returns whether there were any. */
    public boolean stop(AccountId account, Predicate<AttemptId> attempts) {
        List<Found> running = find(account).stream()
                .filter(build -> build.isRunning() && attempts.test(build.attempt()))
                .toList();
        running.forEach(this::stop);
        return !running.isEmpty();
    }

    /** Stops a build; one that has ended stays as it is. */
    void stop(Found build) {
        call("StopBuild", Map.of("id", new Text(build.id())));
    }

    private Obj list(Optional<String> token) {
        Map<String, JsonValue> request = new LinkedHashMap<>();
        request.put("projectName", new Text(project));
        request.put("sortOrder", new Text("DESCENDING"));
        token.ifPresent(text -> request.put("nextToken", new Text(text)));
        return call("ListBuildsForProject", request);
    }

    private List<Obj> details(List<JsonValue> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return array(call("BatchGetBuilds", Map.of("ids", new Arr(ids))), "builds").stream()
                .filter(Obj.class::isInstance)
                .map(Obj.class::cast)
                .toList();
    }

    private boolean isOld(Obj build) {
        boolean ended = !text(build, "buildStatus").equals(Optional.of(IN_PROGRESS));
        return ended
                && build.members().get("startTime") instanceof Num(String seconds)
                && Instant.ofEpochSecond(new BigDecimal(seconds).longValue())
                        .isBefore(clock.instant().minus(OLD));
    }

    private static Optional<Found> read(Obj build) {
        return text(build, "id")
                .flatMap(id -> variable(build, CleanupStateMachine.ATTEMPT_VARIABLE)
                        .map(attempt -> new Found(
                                id,
                                new AttemptId(attempt),
                                text(build, "buildStatus").orElse(""),
                                object(build, "logs").flatMap(logs -> text(logs, "deepLink")))));
    }

    private static Optional<String> variable(Obj build, String name) {
        return object(build, "environment").stream()
                .flatMap(environment -> array(environment, "environmentVariables").stream())
                .filter(entry ->
                        entry instanceof Obj variable && text(variable, "name").equals(Optional.of(name)))
                .flatMap(entry -> text((Obj) entry, "value").stream())
                // An override comes after the variable of the project that it replaces.
                .reduce((_, last) -> last);
    }

    private static Optional<String> text(Obj json, String name) {
        return json.members().get(name) instanceof Text(String value) ? Optional.of(value) : Optional.empty();
    }

    private static Optional<Obj> object(Obj json, String name) {
        return json.members().get(name) instanceof Obj value ? Optional.of(value) : Optional.empty();
    }

    private static List<JsonValue> array(Obj json, String name) {
        return json.members().get(name) instanceof Arr(List<JsonValue> values) ? values : List.of();
    }

    private Obj call(String operation, Map<String, JsonValue> request) {
        SignedResponse response = http.send(
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(http.address())
                        .putHeader("Content-Type", "application/x-amz-json-1.1")
                        .putHeader("X-Amz-Target", TARGET + operation)
                        .build(),
                new Obj(request).compact().getBytes(StandardCharsets.UTF_8));
        if (!response.isSuccessful()) {
            throw new IllegalStateException(
                    operation + " was refused: " + response.errorCode().orElse("HTTP " + response.status()));
        }
        try {
            return JsonValue.parse(response.text()) instanceof Obj json ? json : new Obj(Map.of());
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("CodeBuild returned no JSON", e);
        }
    }
}
