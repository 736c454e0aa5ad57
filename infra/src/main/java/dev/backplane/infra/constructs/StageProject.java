package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.codebuild.CfnProject;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** A CodeBuild project without a source, with its own role and log group. */
public final class StageProject extends Construct {

    private final ServiceRole role;
    private final CfnProject project;

    /**
     * What a project runs.
     *
     * @param minutes the longest duration of a build
     * @param variables the environment variables
     */
    public record Build(String name, String image, int minutes, Map<String, String> variables, List<String> commands) {}

    public StageProject(Construct scope, Service service, Build build) {
        super(scope, build.name());
        String name = service.nameOf(build.name());
        this.role = new ServiceRole(this, "codebuild.amazonaws.com", "Permissions of the project " + name);
        LogGroup logs = LogGroups.create(this, "Logs", "/aws/codebuild/" + name, service.stage());
        allow(Grant.on(logs.getLogGroupArn(), "logs:CreateLogStream", "logs:PutLogEvents"));
        this.project = CfnProject.Builder.create(this, "Resource")
                .name(name)
                .serviceRole(role.arn())
                .source(CfnProject.SourceProperty.builder()
                        .type("NO_SOURCE")
                        .buildSpec(buildSpec(build.commands()))
                        .build())
                .artifacts(CfnProject.ArtifactsProperty.builder()
                        .type("NO_ARTIFACTS")
                        .build())
                .environment(environment(build))
                .timeoutInMinutes(build.minutes())
                .logsConfig(CfnProject.LogsConfigProperty.builder()
                        .cloudWatchLogs(CfnProject.CloudWatchLogsConfigProperty.builder()
                                .status("ENABLED")
                                .groupName(logs.getLogGroupName())
                                .build())
                        .build())
                .build();
        Suppressions.accept(
                project, "AwsSolutions-CB4", "Builds have no source and no artifacts that a key could encrypt.");
        Suppressions.accept(project, "AwsSolutions-CB5", "The operator names the image, which has aws-nuke.");
    }

    private static CfnProject.EnvironmentProperty environment(Build build) {
        return CfnProject.EnvironmentProperty.builder()
                .type("LINUX_CONTAINER")
                .computeType("BUILD_GENERAL1_SMALL")
                .image(build.image())
                .imagePullCredentialsType("SERVICE_ROLE")
                .privilegedMode(false)
                .environmentVariables(new TreeMap<>(build.variables())
                        .entrySet().stream()
                                .map(variable -> CfnProject.EnvironmentVariableProperty.builder()
                                        .name(variable.getKey())
                                        .value(variable.getValue())
                                        .type("PLAINTEXT")
                                        .build())
                                .toList())
                .build();
    }

    private String buildSpec(List<String> commands) {
        return Stack.of(this)
                .toJsonString(Map.of("version", "0.2", "phases", Map.of("build", Map.of("commands", commands))));
    }

    /** Allows builds a grant on its resource. */
    public StageProject allow(Grant grant) {
        role.allow(grant);
        return this;
    }

    /** Allows builds a grant on a resource pattern. */
    public StageProject allowPattern(Grant grant, String reason) {
        role.allowPattern(grant, reason);
        return this;
    }

    /** Returns the ARN of the role of builds. */
    public String roleArn() {
        return role.arn();
    }

    public String projectName() {
        return project.getRef();
    }
}
