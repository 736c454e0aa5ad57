package dev.backplane.local.codebuild;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/**
 * CodeBuild's operations on builds. Permissions for builds are those for their project
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscodebuild.html).
 */
public final class CodeBuildService implements AwsService {

    private static final int PAGE = 100;

    private final CodeBuild builds;

    public CodeBuildService(CodeBuild builds) {
        this.builds = builds;
    }

    @Override
    public List<String> hosts() {
        return List.of("codebuild.us-east-1.amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        JsonNode body = request.body();
        return switch (request.action()) {
            case "StartBuild", "ListBuildsForProject" ->
                Optional.of(List.of(access(request, body.path("projectName").asText())));
            case "StopBuild" ->
                Optional.of(
                        List.of(access(request, Build.projectOf(body.path("id").asText()))));
            case "BatchGetBuilds" ->
                Optional.of(body.path("ids")
                        .valueStream()
                        .map(id -> access(request, Build.projectOf(id.asText())))
                        .distinct()
                        .toList());
            default -> Optional.empty();
        };
    }

    private static AccessRequest access(AwsRequest request, String project) {
        return new AccessRequest("codebuild:" + request.action(), ProjectKind.arn(project));
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        JsonNode body = request.body();
        return switch (request.action()) {
            case "StartBuild" -> start(body);
            case "StopBuild" -> stop(body.path("id").asText());
            case "BatchGetBuilds" -> get(body);
            case "ListBuildsForProject" -> list(body);
            default -> AwsResponses.notOffered(request);
        };
    }

    private HttpExecuteResponse start(JsonNode body) {
        String project = body.path("projectName").asText();
        return builds.hasProject(project) ? build(builds.start(project, body)) : noProject(project);
    }

    private HttpExecuteResponse stop(String id) {
        Optional<Build> build = builds.find(id);
        build.ifPresent(found -> found.end("STOPPED"));
        return build.map(CodeBuildService::build)
                .orElseGet(() ->
                        AwsResponses.refused("ResourceNotFoundException", "The provided build was not found: " + id));
    }

    private HttpExecuteResponse get(JsonNode body) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode found = answer.putArray("builds");
        ArrayNode missing = answer.putArray("buildsNotFound");
        body.path("ids")
                .forEach(id -> builds.find(id.asText())
                        .ifPresentOrElse(build -> found.add(build.description()), () -> missing.add(id)));
        return AwsResponses.ok(answer);
    }

    private HttpExecuteResponse list(JsonNode body) {
        String project = body.path("projectName").asText();
        if (!builds.hasProject(project)) {
            return noProject(project);
        }
        List<Build> newest = builds.builds().reversed().stream()
                .filter(build -> build.project().equals(project))
                .toList();
        int from = body.path("nextToken").asInt(0);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode ids = answer.putArray("ids");
        newest.stream().skip(from).limit(PAGE).forEach(build -> ids.add(build.id()));
        if (newest.size() > from + PAGE) {
            answer.put("nextToken", Integer.toString(from + PAGE));
        }
        return AwsResponses.ok(answer);
    }

    private static HttpExecuteResponse noProject(String name) {
        return AwsResponses.refused("ResourceNotFoundException", "Project cannot be found: " + ProjectKind.arn(name));
    }

    private static HttpExecuteResponse build(Build build) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("build", build.description());
        return AwsResponses.ok(answer);
    }
}
