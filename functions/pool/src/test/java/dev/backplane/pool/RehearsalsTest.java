package dev.backplane.pool;

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
            Map.entry(PoolSettings.POOL_TABLE, "a-pool-table")));

    static List<Class<? extends RequestStreamHandler>> functions() {
        return RehearsalChecks.functionsWithSnapshot(Architecture.classesBeside(AccountId.class, 80));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_rehearsesItsSample(Class<? extends RequestStreamHandler> function) throws IOException {
        RehearsalChecks.check(function, SETTINGS);
    }
}
