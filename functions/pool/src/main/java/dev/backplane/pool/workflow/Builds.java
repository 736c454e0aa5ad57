package dev.backplane.pool.workflow;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.JsonApi;
import dev.backplane.platform.aws.SignedHttp;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The builds of the project that cleans accounts.
 *
 * <p>Step Functions tries to stop the build of an execution that is stopped, but does not promise it, and says nothing of
 * a task that times out (https://docs.aws.amazon.com/step-functions/latest/dg/connect-to-resource.html). So builds are
 * found by their environment variables and stopped here.
 */
public final class Builds {

    private static final String TARGET = "CodeBuild_20161006";
    private static final String IN_PROGRESS = "IN_PROGRESS";
    private static final String SUCCEEDED = "SUCCEEDED";

    // A page has up to 100 builds. An attempt is over long before a build is this old.
    private static final int MAX_PAGES = 20;
    private static final Duration OLD = Duration.ofDays(2);

    private final JsonApi api;
    private final String project;
    private final Clock clock;

    public Builds(Platform platform) {
        this.api = new JsonApi(new SignedHttp(platform.aws(), "codebuild", platform.clock()), TARGET, "1.1");
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
            List<Obj> builds = details(ids.elements("ids"));
            builds.stream()
                    .filter(build -> variable(build, CleanupStateMachine.ACCOUNT_VARIABLE)
                            .equals(Optional.of(account.value())))
                    .flatMap(build -> read(build).stream())
                    .forEach(found::add);
            next = ids.findText("nextToken");
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
        api.call("StopBuild", Map.of("id", new Text(build.id())));
    }

    private Obj list(Optional<String> token) {
        Map<String, JsonValue> request = new LinkedHashMap<>();
        request.put("projectName", new Text(project));
        request.put("sortOrder", new Text("DESCENDING"));
        token.ifPresent(text -> request.put("nextToken", new Text(text)));
        return api.call("ListBuildsForProject", request);
    }

    private List<Obj> details(List<JsonValue> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return api.call("BatchGetBuilds", Map.of("ids", new Arr(ids))).elements("builds").stream()
                .filter(Obj.class::isInstance)
                .map(Obj.class::cast)
                .toList();
    }

    private boolean isOld(Obj build) {
        boolean ended = !build.findText("buildStatus").equals(Optional.of(IN_PROGRESS));
        return ended
                && build.members().get("startTime") instanceof Num(String seconds)
                && Instant.ofEpochSecond(new BigDecimal(seconds).longValue())
                        .isBefore(clock.instant().minus(OLD));
    }

    private static Optional<Found> read(Obj build) {
        return build.findText("id")
                .flatMap(id -> variable(build, CleanupStateMachine.ATTEMPT_VARIABLE)
                        .map(attempt -> new Found(
                                id,
                                new AttemptId(attempt),
                                build.findText("buildStatus").orElse(""),
                                build.findObject("logs").flatMap(logs -> logs.findText("deepLink")))));
    }

    private static Optional<String> variable(Obj build, String name) {
        return build.findObject("environment").stream()
                .flatMap(environment -> environment.elements("environmentVariables").stream())
                .filter(Obj.class::isInstance)
                .map(Obj.class::cast)
                .filter(variable -> variable.findText("name").equals(Optional.of(name)))
                .flatMap(variable -> variable.findText("value").stream())
                // An override comes after the variable of the project that it replaces.
                .reduce((_, last) -> last);
    }
}
