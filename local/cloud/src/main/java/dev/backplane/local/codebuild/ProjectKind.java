package dev.backplane.local.codebuild;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.Map;

/** The local support of CodeBuild projects. */
public final class ProjectKind {

    static final String TYPE = "AWS::CodeBuild::Project";

    private static final String NO_COMMANDS = "builds are stand-ins that run no commands";

    private ProjectKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used("Name", "ServiceRole")
                        .withoutEffect(
                                NO_COMMANDS,
                                "Artifacts",
                                "Cache",
                                "ConcurrentBuildLimit",
                                "Environment",
                                "LogsConfig",
                                "QueuedTimeoutInMinutes",
                                "Source",
                                "TimeoutInMinutes")
                        .withoutEffect("builds are stored without encryption", "EncryptionKey")
                        .withoutEffect("descriptive only", "Description", "Tags"),
                ProjectKind::project);
    }

    private static ResourceIdentity project(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("Name");
        return new ResourceIdentity(name, Map.of("Arn", arn(name)));
    }

    static String arn(String name) {
        return Account.arn("codebuild", "project/" + name);
    }
}
