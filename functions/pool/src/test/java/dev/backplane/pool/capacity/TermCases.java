package dev.backplane.pool.capacity;

import static dev.backplane.pool.capacity.Fixture.withId;

import dev.backplane.platform.http.Operation;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.api.DeleteLeaseTemplateHandler;
import dev.backplane.pool.api.GetLeaseTemplateHandler;
import dev.backplane.pool.api.ListLeaseTemplatesHandler;
import dev.backplane.pool.api.PutLeaseTemplateHandler;
import dev.backplane.pool.api.ReportLeaseSpendHandler;
import dev.backplane.pool.api.SetLeaseMembersHandler;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of templates, members and spend. */
final class TermCases {

    private TermCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(templates(), claims(), members(), spend())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> templates() {
        return List.of(
                row("PutLeaseTemplate", "stored", fixture -> put(fixture, "small")),
                row("GetLeaseTemplate", "found", fixture -> {
                    put(fixture, "small");
                    return fixture.send(GetLeaseTemplateHandler.class, named(GetLeaseTemplateHandler.OPERATION), 200);
                }),
                row(
                        "GetLeaseTemplate",
                        "not found",
                        fixture -> fixture.send(
                                GetLeaseTemplateHandler.class, named(GetLeaseTemplateHandler.OPERATION), 404)),
                row("ListLeaseTemplates", "25 of 30 templates", fixture -> {
                    IntStream.range(0, 30).forEach(i -> put(fixture, "small-" + i));
                    return fixture.send(
                            ListLeaseTemplatesHandler.class, HttpCall.of(ListLeaseTemplatesHandler.OPERATION), 200);
                }),
                row("DeleteLeaseTemplate", "deleted", fixture -> {
                    put(fixture, "small");
                    return fixture.send(
                            DeleteLeaseTemplateHandler.class, named(DeleteLeaseTemplateHandler.OPERATION), 204);
                }));
    }

    private static HttpCall named(Operation operation) {
        return HttpCall.of(operation).path("name", "small");
    }

    private static Measured put(Fixture fixture, String name) {
        return fixture.send(
                PutLeaseTemplateHandler.class,
                HttpCall.of(PutLeaseTemplateHandler.OPERATION)
                        .path("name", name)
                        .body("{\"durationMinutes\":60,\"maxDurationMinutes\":600,\"maxExtensions\":2,"
                                + "\"budget\":{\"amount\":\"100\",\"currency\":\"USD\",\"atLimit\":\"end\"}}"),
                200);
    }

    private static List<CapacityCase<Fixture>> claims() {
        return List.of(
                row("CreateLease", "with a template, neither it nor the list remembered", fixture -> {
                    fixture.stores.fill(Fixture.ACCOUNTS);
                    put(fixture, "small");
                    return claim(fixture, "a");
                }),
                row("CreateLease", "with a template, within 5 s of another by the same process", fixture -> {
                    fixture.stores.fill(Fixture.ACCOUNTS);
                    put(fixture, "small");
                    claim(fixture, "a");
                    return claim(fixture, "b");
                }));
    }

    private static Measured claim(Fixture fixture, String user) {
        return fixture.send(
                CreateLeaseHandler.class,
                HttpCall.of(CreateLeaseHandler.OPERATION).body("{\"userId\":\"" + user + "\",\"template\":\"small\"}"),
                201);
    }

    private static List<CapacityCase<Fixture>> members() {
        return List.of(
                row("SetLeaseMembers", "1 member", fixture -> members(fixture, fixture.lease("a"), 1)),
                row(
                        "SetLeaseMembers",
                        "20 members",
                        fixture -> members(fixture, fixture.lease("a"), LeaseUsage.MAX_MEMBERS)),
                row("SetLeaseMembers", "again", fixture -> {
                    Lease lease = fixture.lease("a");
                    members(fixture, lease, 1);
                    return members(fixture, lease, 1);
                }));
    }

    private static Measured members(Fixture fixture, Lease lease, int count) {
        String members = IntStream.range(0, count)
                .mapToObj(i -> "\"member-" + i + "@example.com\"")
                .collect(Collectors.joining(","));
        return fixture.send(
                SetLeaseMembersHandler.class,
                withId(SetLeaseMembersHandler.OPERATION, lease.id().value()).body("{\"members\":[" + members + "]}"),
                200);
    }

    private static List<CapacityCase<Fixture>> spend() {
        return List.of(
                row("ReportLeaseSpend", "no threshold reached", fixture -> spend(fixture, budgeted(fixture), "10")),
                row("ReportLeaseSpend", "1 threshold reached", fixture -> spend(fixture, budgeted(fixture), "50")),
                row(
                        "ReportLeaseSpend",
                        "3 thresholds reached, the lease ends",
                        fixture -> spend(fixture, budgeted(fixture), "100")),
                row("ReportLeaseSpend", "again", fixture -> {
                    Lease lease = budgeted(fixture);
                    spend(fixture, lease, "10");
                    return spend(fixture, lease, "10");
                }));
    }

    private static Lease budgeted(Fixture fixture) {
        fixture.stores.fill(Fixture.ACCOUNTS);
        put(fixture, "small");
        return fixture.stores.lease("a", "small");
    }

    private static Measured spend(Fixture fixture, Lease lease, String amount) {
        return fixture.send(
                ReportLeaseSpendHandler.class,
                withId(ReportLeaseSpendHandler.OPERATION, lease.id().value())
                        .body("{\"amount\":\"" + amount + "\",\"currency\":\"USD\","
                                + "\"asOf\":\"2026-01-05T00:00:00.000Z\"}"),
                200);
    }
}
