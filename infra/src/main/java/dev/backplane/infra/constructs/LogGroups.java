package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.Objects;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/** Makes log groups that keep their lines as long as the stage says. */
public final class LogGroups {

    private LogGroups() {}

    /** A log group of a fixed name; it goes with its stack, as a leftover would block the next installation. */
    public static LogGroup create(Construct scope, String id, String name, StageSettings stage) {
        LogGroup group = LogGroup.Builder.create(scope, id)
                .logGroupName(name)
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        // RetentionDays has no way from a number to its constant; the number was checked with the settings.
        CfnLogGroup resource =
                (CfnLogGroup) Objects.requireNonNull(group.getNode().getDefaultChild());
        resource.setRetentionInDays(stage.logRetentionDays());
        return group;
    }
}
