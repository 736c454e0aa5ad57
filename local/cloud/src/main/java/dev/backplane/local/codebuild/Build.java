package dev.backplane.local.codebuild;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A build, which ends after a time or when it is stopped. */
public final class Build {

    static final String IN_PROGRESS = "IN_PROGRESS";

    private final String id;
    private final int number;
    private final JsonNode variables;
    private final Instant start;
    private final InstantSource clock;
    private final CompletableFuture<End> end = new CompletableFuture<>();

    /** The end of a build. */
    public record End(String status, Instant time) {}

    Build(String id, int number, JsonNode variables, InstantSource clock) {
        this.id = id;
        this.number = number;
        this.variables = variables;
        this.clock = clock;
        this.start = clock.instant();
    }

    void run(BuildOutcome outcome) {
        Duration after = outcome.after();
        outcome.status()
                .ifPresent(status -> CompletableFuture.delayedExecutor(after.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(() -> end(status)));
    }

    /** Ends the build, unless it has ended. */
    void end(String status) {
        end.complete(new End(status, clock.instant()));
    }

    /** Completes when the build has ended. */
    public CompletableFuture<End> ended() {
        return end.copy();
    }

    public String id() {
        return id;
    }

    String project() {
        return projectOf(id);
    }

    static String projectOf(String id) {
        return id.replaceFirst(":.*", "");
    }

    /** Returns CodeBuild's status of the build. */
    public String status() {
        return end.isDone() ? end.join().status() : IN_PROGRESS;
    }

    /** Returns the value of an environment variable; empty text if there is none. */
    public String variable(String name) {
        return variables
                .valueStream()
                .filter(variable -> variable.path("name").asText().equals(name))
                .map(variable -> variable.path("value").asText())
                .reduce("", (_, last) -> last);
    }

    /** Returns the description of the build, as CodeBuild gives it. */
    ObjectNode description() {
        String stream = id.substring(id.indexOf(':') + 1);
        ObjectNode build = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("arn", Account.arn("codebuild", "build/" + id))
                .put("projectName", project())
                .put("buildNumber", number)
                .put("buildStatus", status())
                .put("buildComplete", end.isDone())
                .put("currentPhase", end.isDone() ? "COMPLETED" : "BUILD")
                .put("startTime", seconds(start));
        if (end.isDone()) {
            build.put("endTime", seconds(end.join().time()));
        }
        build.putObject("environment").set("environmentVariables", variables);
        build.putObject("logs")
                .put("groupName", "/aws/codebuild/" + project())
                .put("streamName", stream)
                .put(
                        "deepLink",
                        "https://console.aws.amazon.com/cloudwatch/home?region=us-east-1#logEvent:group=/aws/codebuild/"
                                + project() + ";stream=" + stream);
        return build;
    }

    private static double seconds(Instant time) {
        return time.toEpochMilli() / 1000.0;
    }
}
