package dev.backplane.infra;

import dev.backplane.infra.settings.StageSettings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** A stack of one stage, for any account and region. */
abstract class BackplaneStack extends Stack {

    BackplaneStack(Construct scope, StageSettings stage, String name, String description) {
        super(
                scope,
                "Backplane-" + stage.stage() + "-" + name,
                StackProps.builder()
                        .description(description)
                        .analyticsReporting(false)
                        .terminationProtection(stage.terminationProtection())
                        .tags(new TreeMap<>(Map.of(
                                "application", "backplane",
                                "stage", stage.stage(),
                                "service", name.toLowerCase(Locale.ROOT))))
                        .build());
    }

    final void output(String name, String value, String description) {
        CfnOutput.Builder.create(this, name)
                .value(value)
                .description(description)
                .build();
    }
}
