package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.Objects;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** Creates log groups with the stage's retention time. */
public final class LogGroups {

    private LogGroups() {}

    /**
     * Creates a log group with a fixed name. It is deleted with its stack, because a remaining one would block a new
     * installation.
     */
    public static LogGroup create(Construct scope, String id, String name, StageSettings stage) {
        LogGroup group = LogGroup.Builder.create(scope, id)
                .logGroupName(name)
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        // RetentionDays has no lookup by number. The settings reader has validated the number.
        CfnLogGroup resource =
                (CfnLogGroup) Objects.requireNonNull(group.getNode().getDefaultChild());
        resource.setRetentionInDays(stage.logRetentionDays());
        return group;
    }
}
