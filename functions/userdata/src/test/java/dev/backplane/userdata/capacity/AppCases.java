package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.call;
import static dev.backplane.userdata.capacity.Fixture.notes;
import static dev.backplane.userdata.capacity.Fixture.ofAnn;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.CreateAppHandler;
import dev.backplane.userdata.api.DeleteAppHandler;
import dev.backplane.userdata.api.GetAppHandler;
import dev.backplane.userdata.api.GetQuotaHandler;
import dev.backplane.userdata.api.ListAppUsersHandler;
import dev.backplane.userdata.api.ListAppsHandler;
import dev.backplane.userdata.api.ListUserAppsHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import dev.backplane.userdata.api.RecountHandler;
import dev.backplane.userdata.api.RemoveQuotaHandler;
import dev.backplane.userdata.api.SetQuotaHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on apps, quotas and counters of use. */
final class AppCases {

    private AppCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(apps(), quotas(), lists()).flatMap(List::stream).toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static HttpCall app(Operation operation) {
        return call(operation).path("app", "notes");
    }

    private static List<CapacityCase<Fixture>> apps() {
        HttpCall create = call(CreateAppHandler.OPERATION).body("{\"name\":\"notes\",\"quotaBytes\":1000}");
        return List.of(
                row("CreateApp", "new", fixture -> fixture.send(CreateAppHandler.class, create, 201)),
                row(
                        "CreateApp",
                        "refused: it exists",
                        fixture -> fixture.app().send(CreateAppHandler.class, create, 409)),
                row(
                        "GetApp",
                        "found",
                        fixture -> fixture.app().send(GetAppHandler.class, app(GetAppHandler.OPERATION), 200)),
                row(
                        "GetApp",
                        "not found",
                        fixture -> fixture.send(GetAppHandler.class, app(GetAppHandler.OPERATION), 404)),
                row(
                        "DeleteApp",
                        "no values",
                        fixture -> fixture.app().send(DeleteAppHandler.class, app(DeleteAppHandler.OPERATION), 204)),
                row(
                        "DeleteApp",
                        "refused: has values",
                        fixture -> fixture.app()
                                .stored("doc", "1")
                                .send(DeleteAppHandler.class, app(DeleteAppHandler.OPERATION), 409)));
    }

    private static List<CapacityCase<Fixture>> quotas() {
        return List.of(
                row(
                        "SetQuota",
                        "set",
                        fixture -> fixture.app()
                                .send(
                                        SetQuotaHandler.class,
                                        app(SetQuotaHandler.OPERATION).body("{\"quotaBytes\":5000}"),
                                        200)),
                row(
                        "RemoveQuota",
                        "removed",
                        fixture ->
                                fixture.app().send(RemoveQuotaHandler.class, app(RemoveQuotaHandler.OPERATION), 204)),
                row(
                        "GetQuota",
                        "whatever the user keeps",
                        fixture -> fixture.app()
                                .stored("doc", Fixture.text(200_000))
                                .send(GetQuotaHandler.class, notes(GetQuotaHandler.OPERATION), 200)),
                row("Recount", "25 values", fixture -> {
                    fixture.app();
                    IntStream.range(0, 25).forEach(i -> fixture.stored("key" + i, "1"));
                    return fixture.send(
                            RecountHandler.class,
                            notes(RecountHandler.OPERATION).body("{\"repair\":true}"),
                            200);
                }));
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row("ListApps", "page of 25", fixture -> {
                    IntStream.range(0, 26).forEach(i -> fixture.app("app" + i, 1000));
                    return fixture.send(
                            ListAppsHandler.class,
                            call(ListAppsHandler.OPERATION).query("limit=25"),
                            200);
                }),
                row("ListAppUsers", "page of 25 of 26", AppCases::users),
                row(
                        "ListUserApps",
                        "1 app",
                        fixture -> fixture.app()
                                .stored("doc", "1")
                                .send(ListUserAppsHandler.class, ofAnn(ListUserAppsHandler.OPERATION), 200)));
    }

    private static Measured users(Fixture fixture) {
        fixture.app();
        IntStream.range(0, 26)
                .forEach(i -> fixture.send(
                        PutJsonHandler.class,
                        call(PutJsonHandler.OPERATION)
                                .path("app", "notes")
                                .path("user", "user" + i)
                                .path("key", "doc")
                                .body("1"),
                        201));
        return fixture.send(
                ListAppUsersHandler.class, app(ListAppUsersHandler.OPERATION).query("realm=json&limit=25"), 200);
    }
}
