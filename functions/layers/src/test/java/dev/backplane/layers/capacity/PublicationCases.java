package dev.backplane.layers.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.layers.api.CreatePublicationHandler;
import dev.backplane.layers.api.GetPublicationHandler;
import dev.backplane.layers.api.StartPublicationHandler;
import dev.backplane.layers.workflow.LayerPublisherHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows of publications. */
final class PublicationCases {

    private static final Pattern ID = Pattern.compile("\"publicationId\":\"([0-9a-f]{32})\"");

    private PublicationCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("CreatePublication", "2 regions", fixture -> create(fixture, 2, 201)),
                row("CreatePublication", "20 regions", fixture -> create(fixture, 20, 201)),
                row("CreatePublication", "repeated with its key", fixture -> {
                    create(fixture, 2, 201);
                    return create(fixture, 2, 200);
                }),
                row("StartPublication", "uploaded", fixture -> start(created(fixture), 202)),
                row("StartPublication", "running", fixture -> start(started(fixture), 202)),
                row("StartPublication", "refused: not uploaded", fixture -> {
                    fixture.publishing.upload(0);
                    return start(created(fixture), 409);
                }),
                row("GetPublication", "waiting for its upload", fixture -> get(created(fixture))),
                row("GetPublication", "running, 2 regions", fixture -> get(started(fixture))),
                row("LayerPublisher", "a region, the first version", fixture -> publish(started(fixture))),
                row("LayerPublisher", "a region, a further version", fixture -> {
                    fixture.versions(1);
                    return publish(started(fixture));
                }),
                row("LayerPublisher", "a region that Lambda rejects", fixture -> {
                    fixture.publishing.refuse("AccessDeniedException");
                    return publish(started(fixture));
                }),
                row("LayerPublisher", "the end, 2 regions", fixture -> {
                    started(fixture);
                    task(fixture, "publish", "us-east-1");
                    task(fixture, "publish", "eu-west-1");
                    return task(fixture, "finish", "");
                }));
    }

    private static Fixture created(Fixture fixture) {
        create(fixture, 2, 201);
        return fixture;
    }

    private static Fixture started(Fixture fixture) {
        start(created(fixture), 202);
        return fixture;
    }

    private static Measured create(Fixture fixture, int regions, int status) {
        return fixture.publishers.send(CreatePublicationHandler.class, creation(regions), status);
    }

    private static HttpCall creation(int regions) {
        String names = IntStream.range(0, regions)
                .mapToObj(i -> i == 0 ? "us-east-1" : i == 1 ? "eu-west-1" : "us-east-" + i)
                .map(region -> '"' + region + '"')
                .collect(Collectors.joining(","));
        return HttpCall.of(CreatePublicationHandler.OPERATION)
                .header("idempotency-key", "key")
                .body("{\"package\":\"requests\",\"packageVersion\":\"9\",\"regions\":[" + names
                        + "],\"requirementsTxt\":\"requests==9\\n\"}");
    }

    /** Returns the id of the publication with two regions. */
    private static String id(Fixture fixture) {
        Matcher id = ID.matcher(fixture.publishers
                .answer(CreatePublicationHandler.class, creation(2))
                .body());
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    private static Measured start(Fixture fixture, int status) {
        return send(fixture, StartPublicationHandler.class, StartPublicationHandler.OPERATION, status);
    }

    private static Measured get(Fixture fixture) {
        return send(fixture, GetPublicationHandler.class, GetPublicationHandler.OPERATION, 200);
    }

    private static Measured send(
            Fixture fixture, Class<? extends RequestStreamHandler> type, Operation operation, int status) {
        return fixture.publishers.send(type, HttpCall.of(operation).path("publicationId", id(fixture)), status);
    }

    private static Measured publish(Fixture fixture) {
        return task(fixture, "publish", "us-east-1");
    }

    private static Measured task(Fixture fixture, String step, String region) {
        String where = region.isEmpty() ? "" : ",\"region\":\"" + region + "\"";
        return fixture.publishers.run(
                LayerPublisherHandler.class,
                "{\"step\":\"" + step + "\",\"publicationId\":\"" + id(fixture) + "\",\"attempt\":1" + where + "}");
    }
}
