package dev.backplane.tenants.capacity;

import static dev.backplane.tenants.capacity.Fixture.acme;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.api.DeleteTenantHandler;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.tenants.api.GetTenantHandler;
import dev.backplane.tenants.api.GetUpgradeHandler;
import dev.backplane.tenants.api.IssueQueueCredentialsHandler;
import dev.backplane.tenants.api.ListQueuesHandler;
import dev.backplane.tenants.api.ListRunsHandler;
import dev.backplane.tenants.api.ListTenantsHandler;
import dev.backplane.tenants.api.RedriveQueueHandler;
import dev.backplane.tenants.api.RegisterTenantHandler;
import dev.backplane.tenants.api.ResumeTenantHandler;
import dev.backplane.tenants.api.RetryTenantHandler;
import dev.backplane.tenants.api.SuspendTenantHandler;
import dev.backplane.tenants.api.UpdateTenantHandler;
import dev.backplane.tenants.api.UpgradeTenantsHandler;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the HTTP operations. */
final class ApiCases {

    private ApiCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(registrations(), queues(), access(), reads(), operations(), upgrades())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> registrations() {
        String body = "{\"name\":\"Acme\",\"tier\":\"premium\",\"attributes\":{\"crmId\":\"4711\"}}";
        return List.of(
                row("RegisterTenant", "a new tenant", fixture -> register(fixture, body, 201)),
                row("RegisterTenant", "replaced", fixture -> {
                    fixture.stores.profiles.register(StoreFixture.ACME, Registration.NONE);
                    return register(fixture, body, 200);
                }),
                row(
                        "RegisterTenant",
                        "a new tenant, starts a run",
                        fixture -> register(fixture, "{\"provision\":true}", 201)));
    }

    private static Measured register(Fixture fixture, String body, int status) {
        return fixture.functions.send(
                RegisterTenantHandler.class,
                acme(RegisterTenantHandler.OPERATION).body(body),
                status);
    }

    private static List<CapacityCase<Fixture>> queues() {
        return List.of(
                row("GetQueue", "ready", fixture -> queue(fixture.ready("1.0.1"), 200)),
                row("GetQueue", "ready, after 10 updates", fixture -> {
                    fixture.stores.putAll(IntStream.range(0, 10)
                            .mapToObj(i -> StoreFixture.auditRow(
                                    StoreFixture.ACME, "AUDIT#UPDATE#1.0." + i, "Success", "1.0." + i, 1, 1))
                            .toList());
                    return queue(fixture.ready("1.0.9"), 200);
                }),
                row("GetQueue", "unknown: starts a run", fixture -> queue(fixture, 202)),
                row("GetQueue", "unknown, the name of the run is taken", fixture -> {
                    fixture.aws.machines.close("acme-g1-v1-0-1-a1");
                    return queue(fixture, 202);
                }),
                row(
                        "GetQueue",
                        "being provisioned",
                        fixture -> queue(fixture.audit("AUDIT#CREATE", "Started", 1), 202)),
                row("GetQueue", "failed", fixture -> queue(fixture.audit("AUDIT#CREATE", "Failure", 1), 503)));
    }

    private static Measured queue(Fixture fixture, int status) {
        return fixture.functions.send(
                GetQueueHandler.class, acme(GetQueueHandler.OPERATION).path("queueType", "Inbound"), status);
    }

    private static List<CapacityCase<Fixture>> access() {
        return List.of(
                row("IssueQueueCredentials", "ready", fixture -> credentials(fixture.readyWithQueues(), 200)),
                row("IssueQueueCredentials", "being provisioned", fixture -> {
                    fixture.audit("AUDIT#CREATE", "Started", 1);
                    return credentials(fixture, 202);
                }),
                row(
                        "SuspendTenant",
                        "suspends",
                        fixture -> suspend(fixture.readyWithQueues().withProfile())),
                row("SuspendTenant", "suspended already", fixture -> {
                    suspend(fixture.readyWithQueues().withProfile());
                    return suspend(fixture);
                }),
                row("ResumeTenant", "resumes", fixture -> {
                    suspend(fixture.readyWithQueues().withProfile());
                    return send(fixture, ResumeTenantHandler.class, ResumeTenantHandler.OPERATION, 200);
                }),
                row(
                        "ResumeTenant",
                        "not suspended",
                        fixture -> send(
                                fixture.readyWithQueues().withProfile(),
                                ResumeTenantHandler.class,
                                ResumeTenantHandler.OPERATION,
                                200)));
    }

    private static Measured credentials(Fixture fixture, int status) {
        return fixture.functions.send(
                IssueQueueCredentialsHandler.class,
                acme(IssueQueueCredentialsHandler.OPERATION)
                        .path("queueType", "inbound")
                        .body("{}"),
                status);
    }

    private static Measured suspend(Fixture fixture) {
        return fixture.functions.send(
                SuspendTenantHandler.class, acme(SuspendTenantHandler.OPERATION).body("{\"reason\":\"unpaid\"}"), 200);
    }

    private static List<CapacityCase<Fixture>> reads() {
        return List.of(
                row(
                        "ListQueues",
                        "found",
                        fixture -> send(
                                fixture.readyWithQueues(), ListQueuesHandler.class, ListQueuesHandler.OPERATION, 200)),
                row(
                        "GetTenant",
                        "found",
                        fixture ->
                                send(fixture.ready("1.0.1"), GetTenantHandler.class, GetTenantHandler.OPERATION, 200)),
                row(
                        "GetTenant",
                        "not found",
                        fixture -> send(fixture, GetTenantHandler.class, GetTenantHandler.OPERATION, 404)),
                row("ListRuns", "page of 25", ApiCases::runs),
                row("ListTenants", "page of 25", fixture -> list(fixture, 25)),
                row("ListTenants", "page of 100", fixture -> list(fixture, 100)),
                row("ListTenants", "page of 25 registered tenants", fixture -> listRegistered(fixture, "")),
                row("ListTenants", "of a status, page of 25", fixture -> listRegistered(fixture, "&status=registered")),
                row("ListTenants", "of a tier, page of 25", fixture -> listRegistered(fixture, "&tier=premium")));
    }

    private static Measured send(
            Fixture fixture, Class<? extends RequestStreamHandler> type, Operation operation, int status) {
        return fixture.functions.send(type, acme(operation), status);
    }

    private static Measured list(Fixture fixture, int limit) {
        fill(fixture, limit + 1);
        return fixture.functions.send(
                ListTenantsHandler.class,
                HttpCall.of(ListTenantsHandler.OPERATION).query("limit=" + limit),
                200);
    }

    private static Measured runs(Fixture fixture) {
        for (int attempt = 1; attempt <= 26; attempt++) {
            RunExecution run = StoreFixture.run(OperationKind.CREATE, 1, attempt, "e:acme-a" + attempt)
                    .with(new Trace(TestClock.START, List.of(new Trace.Mark("DeployStack", TestClock.START))));
            fixture.stores.audits.begin(run);
            fixture.stores.audits.fail(run, "It broke.");
        }
        return send(fixture, ListRunsHandler.class, ListRunsHandler.OPERATION, 200);
    }

    private static Measured listRegistered(Fixture fixture, String filter) {
        IntStream.range(0, 26)
                .forEach(i -> fixture.stores.profiles.register(
                        TenantId.parse("tenant-" + i),
                        Registration.of(Optional.empty(), Optional.of("premium"), Map.of())));
        return fixture.functions.send(
                ListTenantsHandler.class,
                HttpCall.of(ListTenantsHandler.OPERATION).query("limit=25" + filter),
                200);
    }

    private static void fill(Fixture fixture, int count) {
        fixture.stores.putAll(IntStream.range(0, count)
                .mapToObj(i -> StoreFixture.metadataRow(TenantId.parse("tenant-" + i), "1.0.0"))
                .toList());
    }

    private static List<CapacityCase<Fixture>> operations() {
        return List.of(
                row(
                        "RedriveQueue",
                        "starts",
                        fixture -> fixture.readyWithQueues()
                                .functions
                                .send(
                                        RedriveQueueHandler.class,
                                        acme(RedriveQueueHandler.OPERATION).path("queueType", "inbound"),
                                        202)),
                row(
                        "UpdateTenant",
                        "starts a run",
                        fixture -> send(
                                fixture.ready("1.0.0"), UpdateTenantHandler.class, UpdateTenantHandler.OPERATION, 202)),
                row(
                        "UpdateTenant",
                        "at that version already",
                        fixture -> send(
                                fixture.ready("1.0.1"), UpdateTenantHandler.class, UpdateTenantHandler.OPERATION, 200)),
                row(
                        "UpdateTenant",
                        "refused: not found",
                        fixture -> send(fixture, UpdateTenantHandler.class, UpdateTenantHandler.OPERATION, 404)),
                row(
                        "RetryTenant",
                        "starts a run",
                        fixture -> send(
                                fixture.audit("AUDIT#CREATE", "Failure", 5),
                                RetryTenantHandler.class,
                                RetryTenantHandler.OPERATION,
                                202)),
                row(
                        "DeleteTenant",
                        "starts a run",
                        fixture -> send(
                                fixture.ready("1.0.0"), DeleteTenantHandler.class, DeleteTenantHandler.OPERATION, 202)),
                row(
                        "DeleteTenant",
                        "being deleted already",
                        fixture -> send(
                                fixture.ready("1.0.0").audit("AUDIT#DELETE", "Started", 1),
                                DeleteTenantHandler.class,
                                DeleteTenantHandler.OPERATION,
                                202)));
    }

    private static List<CapacityCase<Fixture>> upgrades() {
        return List.of(
                row("UpgradeTenants", "starts, 100 tenants", fixture -> upgrade(fixture, "{}")),
                row("UpgradeTenants", "dry run, 100 tenants", fixture -> upgrade(fixture, "{\"dryRun\":true}")),
                row("GetUpgrade", "100 tenants", fixture -> {
                    fill(fixture, 100);
                    fixture.functions.answer(
                            UpgradeTenantsHandler.class,
                            HttpCall.of(UpgradeTenantsHandler.OPERATION).body("{}"));
                    return fixture.functions.send(
                            GetUpgradeHandler.class,
                            HttpCall.of(GetUpgradeHandler.OPERATION).path("version", "1.0.1"),
                            200);
                }));
    }

    private static Measured upgrade(Fixture fixture, String body) {
        fill(fixture, 100);
        return fixture.functions.send(
                UpgradeTenantsHandler.class,
                HttpCall.of(UpgradeTenantsHandler.OPERATION).body(body),
                202);
    }
}
