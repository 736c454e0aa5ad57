package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.call;
import static dev.backplane.userdata.capacity.Fixture.ofAnn;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.DeleteAppHandler;
import dev.backplane.userdata.api.EraseUserHandler;
import dev.backplane.userdata.api.ExportUserHandler;
import dev.backplane.userdata.api.GetErasureHandler;
import dev.backplane.userdata.api.GetExportHandler;
import dev.backplane.userdata.api.GetPurgeHandler;
import dev.backplane.userdata.events.JobStreamHandler;
import dev.backplane.userdata.events.JobStreamHandlerTest;
import dev.backplane.userdata.workflow.DataExporterHandler;
import dev.backplane.userdata.workflow.DataRemoverHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of erasures and purges. */
final class RemovalCases {

    private RemovalCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("EraseUser", "begun", fixture -> fixture.send(EraseUserHandler.class, erase(), 202)),
                row("EraseUser", "in progress", fixture -> {
                    erased(fixture);
                    return fixture.send(EraseUserHandler.class, erase(), 202);
                }),
                row(
                        "GetErasure",
                        "in progress",
                        fixture -> fixture.send(
                                GetErasureHandler.class,
                                call(GetErasureHandler.OPERATION).path("erasureId", erased(fixture)),
                                200)),
                row("DeleteApp", "purge begun", fixture -> fixture.app().send(DeleteAppHandler.class, purge(), 202)),
                row(
                        "GetPurge",
                        "in progress",
                        fixture -> fixture.send(
                                GetPurgeHandler.class,
                                call(GetPurgeHandler.OPERATION).path("purgeId", purged(fixture.app())),
                                200)),
                row("DataRemover", "sweep of a user with 25 values in 1 app", fixture -> {
                    stored(fixture.app());
                    return task(fixture, "sweep", erased(fixture));
                }),
                row("DataRemover", "sweep of a user with nothing, 1 app", fixture -> {
                    fixture.app();
                    return task(fixture, "sweep", erased(fixture));
                }),
                row("DataRemover", "end of an erasure", fixture -> task(fixture, "finish", erased(fixture))),
                row("DataRemover", "sweep of an app with 1 user with 25 values", fixture -> {
                    stored(fixture.app());
                    return task(fixture, "sweep", purged(fixture));
                }),
                row("DataRemover", "end of a purge", fixture -> task(fixture, "finish", purged(fixture.app()))),
                row(
                        "ExportUser",
                        "begun",
                        fixture -> fixture.send(ExportUserHandler.class, ofAnn(ExportUserHandler.OPERATION), 202)),
                row(
                        "GetExport",
                        "in progress",
                        fixture -> fixture.send(
                                GetExportHandler.class,
                                ofAnn(GetExportHandler.OPERATION).path("exportId", exported(fixture)),
                                200)),
                row("DataExporter", "25 values in 1 app", fixture -> {
                    stored(fixture.app());
                    return task(fixture, DataExporterHandler.class, "write", exported(fixture));
                }),
                row(
                        "JobStream",
                        "1 erasure done",
                        fixture -> fixture.functions.deliver(
                                JobStreamHandler.class, "{\"Records\":[" + JobStreamHandlerTest.erased() + "]}")));
    }

    private static void stored(Fixture fixture) {
        IntStream.range(0, 25).forEach(i -> fixture.stored("key" + i, "1"));
    }

    private static HttpCall erase() {
        return ofAnn(EraseUserHandler.OPERATION).body("{\"confirm\":\"ann\"}");
    }

    private static HttpCall purge() {
        return call(DeleteAppHandler.OPERATION).path("app", "notes").query("purge=true");
    }

    private static String erased(Fixture fixture) {
        GatewayResponse begun = fixture.answer(EraseUserHandler.class, erase());
        return begun.text("erasureId");
    }

    private static String purged(Fixture fixture) {
        return fixture.answer(DeleteAppHandler.class, purge()).text("purgeId");
    }

    private static String exported(Fixture fixture) {
        return fixture.answer(ExportUserHandler.class, ofAnn(ExportUserHandler.OPERATION))
                .text("exportId");
    }

    private static Measured task(Fixture fixture, String step, String id) {
        return task(fixture, DataRemoverHandler.class, step, id);
    }

    private static Measured task(
            Fixture fixture, Class<? extends RequestStreamHandler> function, String step, String id) {
        return fixture.functions.run(
                function, "{\"step\":\"" + step + "\",\"jobId\":\"" + id + "\",\"execution\":\"" + id + "-1\"}");
    }
}
