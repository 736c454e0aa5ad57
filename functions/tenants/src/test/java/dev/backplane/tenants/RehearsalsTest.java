package dev.backplane.tenants;

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
            Map.entry(TenantsSettings.TENANT_TABLE, "a-tenant-table"),
            Map.entry(TenantsSettings.TENANT_STACK_VERSION, "1.0.0"),
            Map.entry(TenantsSettings.TENANT_TEMPLATE_URL, "a-tenant-template-url"),
            Map.entry(TenantsSettings.TENANT_STACK_PREFIX, "a-tenant-stack-prefix"),
            Map.entry(TenantsSettings.TENANT_STACK_ROLE, "a-tenant-stack-role"),
            Map.entry(TenantsSettings.METADATA_FUNCTION, "a-metadata-function"),
            Map.entry(TenantsSettings.TENANT_DLQ, "a-tenant-dlq"),
            Map.entry(TenantsSettings.CREATE_MACHINE, machine("create")),
            Map.entry(TenantsSettings.UPDATE_MACHINE, machine("update")),
            Map.entry(TenantsSettings.DELETE_MACHINE, machine("delete")),
            Map.entry(TenantsSettings.UPGRADE_MACHINE, machine("upgrade"))));

    /** The name in the samples. */
    private static String machine(String work) {
        return "arn:aws:states:us-east-1:000000000000:stateMachine:backplane-dev-tenant-" + work;
    }

    static List<Class<? extends RequestStreamHandler>> functions() {
        return RehearsalChecks.functionsWithSnapshot(Architecture.classesBeside(TenantId.class, 60));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_rehearsesItsSample(Class<? extends RequestStreamHandler> function) throws IOException {
        RehearsalChecks.check(function, SETTINGS);
    }
}
