package dev.backplane.userdata;

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
            Map.entry(UserdataSettings.CALCULATED_BEHAVIOR_TABLE, "a-calculated-behavior-table"),
            Map.entry(UserdataSettings.APPS_TABLE, "a-apps-table"),
            Map.entry(UserdataSettings.APP_DATA_JSON_TABLE, "a-app-data-json-table"),
            Map.entry(UserdataSettings.APP_DATA_BLOB_TABLE, "a-app-data-blob-table"),
            Map.entry(UserdataSettings.APP_USAGE_TABLE, "a-app-usage-table"),
            Map.entry(UserdataSettings.APP_CHANGES_TABLE, "a-app-changes-table"),
            Map.entry(UserdataSettings.DATA_JOBS_TABLE, "a-data-jobs-table"),
            Map.entry(UserdataSettings.OBJECT_BUCKET, "a-object-bucket")));

    static List<Class<? extends RequestStreamHandler>> functions() {
        return RehearsalChecks.functionsWithSnapshot(Architecture.classesBeside(AppName.class, 80));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_rehearsesItsSample(Class<? extends RequestStreamHandler> function) throws IOException {
        RehearsalChecks.check(function, SETTINGS);
    }
}
