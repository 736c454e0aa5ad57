package dev.backplane.deployments;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.Architecture;
import dev.backplane.testing.RehearsalChecks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RehearsalsTest {

    private static final Settings SETTINGS = Settings.of(Map.ofEntries(
            Map.entry("AWS_REGION", "eu-west-1"),
            Map.entry(EventPublisher.BUS_SETTING, "a-bus"),
            Map.entry(DeploymentsSettings.DEPLOYMENT_TABLE, "a-deployment-table"),
            Map.entry(DeploymentsSettings.ALIAS_TABLE, "a-alias-table"),
            Map.entry(DeploymentsSettings.PROJECT_TABLE, "a-project-table")));

    static List<Class<? extends RequestStreamHandler>> functions() {
        return RehearsalChecks.functionsWithSnapshot(Architecture.classesBeside(DeploymentId.class, 60));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_rehearsesItsSample(Class<? extends RequestStreamHandler> function) throws IOException {
        RehearsalChecks.check(function, SETTINGS);
    }
}
