package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.eventbridge.BusEvent;
import dev.backplane.platform.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long layer versions live, what they are made for, and where they are. */
class LayerLifeTest {

    private static final String REGION = "eu-north-1";

    /** Longer than a request takes on a busy machine: a time that has passed would be refused, or its step skipped. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final MovableClock CLOCK = new MovableClock();

    private static LocalServer server;

    private Api api;
    private LayerRegistry layers;
    private String name;
    private String path;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withClock(CLOCK));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        api = new Api(server.address(), server.token());
        layers = new LayerRegistry(server);
        name = LayerRegistry.newPackage();
        path = "/layers/" + REGION + "/" + name;
    }

    private static String in(Duration time) {
        return Times.format(CLOCK.instant().plus(time));
    }

    private Answer hold(int version, String body) {
        return api.put(path + "/" + version + "/hold", body);
    }

    private Answer expireIn(int version, Duration time) {
        return api.send("PATCH", path + "/" + version, "{\"expiresAt\":\"" + in(time) + "\"}");
    }

    private List<BusEvent> events(String type) {
        return server.cloud().buses().events().stream()
                .filter(event -> event.detailType().equals(type))
                .filter(event -> event.detail().path("package").asText().equals(name))
                .toList();
    }

    /** Sweeps until an event was published. */
    private BusEvent awaitEvent(String type) {
        return Suite.await(
                        () -> {
                            server.cloud().schedules().fire("LayerExpiry");
                            return events(type);
                        },
                        found -> !found.isEmpty())
                .getFirst();
    }

    @Test
    void aHeldVersion_losesItsExpiry_andCannotBeDeletedUntilItIsReleased() {
        String arn = layers.registered(REGION, name);
        layers.registered(REGION, name);
        expireIn(1, Duration.ofHours(1));
        Answer held = hold(1, "{\"reason\":\"audit\"}");
        assertThat(held.status()).isEqualTo(200);
        assertThat(held.json().has("expiresAt")).isFalse();
        assertThat(held.json().at("/hold/reason").asText()).isEqualTo("audit");
        assertThat(api.delete(path + "/1").code()).isEqualTo("LAYER_HELD");
        assertThat(expireIn(1, Duration.ofDays(1)).code()).isEqualTo("LAYER_HELD");
        assertThat(awaitEvent("LayerHeld").detail().path("reason").asText()).isEqualTo("audit");

        Answer released = api.delete(path + "/1/hold?reason=done");
        assertThat(Instant.parse(released.at("expiresAt")))
                .isAfter(CLOCK.instant().plus(Duration.ofDays(6)));
        assertThat(awaitEvent("LayerReleased").detail().path("reason").asText()).isEqualTo("done");
        assertThat(layers.isInLambda(REGION, arn)).isTrue();
        assertThat(api.delete(path + "/1").status()).isEqualTo(202);
        layers.awaitDeleted(REGION, name, 1);
    }

    @Test
    void aHoldWithAnEnd_isReleasedByTheSweep() {
        layers.registered(REGION, name);
        assertThat(hold(1, "{\"until\":\"" + in(SOON) + "\"}").status()).isEqualTo(200);

        CLOCK.advance(SOON);
        BusEvent released = awaitEvent("LayerReleased");
        assertThatJson(released.detail()).node("actor").isEqualTo("{type: 'system', id: 'LayerExpiry'}");
        assertThat(layers.version(REGION, name, 1).json().has("hold")).isFalse();
    }

    @Test
    void aWarning_comesOnce_howeverOftenTheSweepRuns() {
        layers.registered(REGION, name);
        layers.registered(REGION, name);
        expireIn(1, Duration.ofDays(30).plus(SOON));

        CLOCK.advance(SOON);
        assertThat(awaitEvent("LayerExpiring").detail().path("daysLeft").asInt())
                .isEqualTo(30);
        expireIn(1, Duration.ofDays(7).plus(SOON));
        CLOCK.advance(SOON);
        Suite.await(
                () -> {
                    server.cloud().schedules().fire("LayerExpiry");
                    return events("LayerExpiring");
                },
                found -> found.size() == 2);
        // Events of one version are published in order, so no warning comes after this one.
        hold(1, "{}");
        awaitEvent("LayerHeld");
        assertThat(events("LayerExpiring"))
                .extracting(event -> event.detail().path("daysLeft").asInt())
                .containsExactly(30, 7);
    }

    @Test
    void theLatest_hasNoExpiryToChange() {
        layers.registered(REGION, name);

        assertThat(expireIn(1, Duration.ofDays(1)).code()).isEqualTo("LATEST_VERSION");
        assertThat(expireIn(9, Duration.ofDays(1)).code()).isEqualTo("LAYER_NOT_FOUND");
        assertThat(expireIn(1, Duration.ofDays(-1)).code()).isEqualTo("INVALID_REQUEST");
        assertThat(hold(9, "{}").code()).isEqualTo("LAYER_NOT_FOUND");
        assertThat(api.delete(path + "/9/hold").code()).isEqualTo("LAYER_NOT_FOUND");
    }

    private void registerFor(String more) {
        String arn = layers.publish(REGION, name);
        assertThat(api.post(path, "{\"arn\":\"" + arn + "\",\"packageVersion\":\"1.0\"" + more + "}")
                        .status())
                .isEqualTo(201);
    }

    private boolean isListed(String filter) {
        List<String> found = new ArrayList<>();
        String start = "/layers/latest/" + REGION + "?limit=1" + filter;
        String next = start;
        while (next != null) {
            Answer page = api.get(next);
            assertThat(page.status()).isEqualTo(200);
            page.json()
                    .path("items")
                    .forEach(item -> found.add(item.path("package").asText()));
            next = page.json().path("next").isNull()
                    ? null
                    : start + "&cursor=" + page.json().path("next").asText();
        }
        return found.contains(name);
    }

    @Test
    void latestLayers_areFilteredByRuntimeAndArchitecture() {
        registerFor(",\"compatibleRuntimes\":[\"python3.13\"],\"compatibleArchitectures\":[\"arm64\"]");

        Suite.await(() -> isListed(""), listed -> listed);
        assertThat(isListed("&runtime=python3.13&architecture=arm64")).isTrue();
        assertThat(isListed("&architecture=x86_64")).isFalse();
        assertThat(isListed("&runtime=java25")).isFalse();
        assertThat(api.get("/layers/latest/" + REGION + "?architecture=x86").code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(layers.version(REGION, name, 1)
                        .json()
                        .at("/compatibleRuntimes/0")
                        .asText())
                .isEqualTo("python3.13");
    }

    @Test
    void coverage_tellsWhereTheNewestVersionIsMissing() {
        assertThat(api.get("/packages/" + name + "/coverage").code()).isEqualTo("LAYER_NOT_FOUND");
        layers.registered("us-east-1", name);
        registerFor("");
        String newer = layers.publish("eu-west-3", name);
        api.post("/layers/eu-west-3/" + name, "{\"arn\":\"" + newer + "\",\"packageVersion\":\"1.1\"}");

        Answer coverage = Suite.await(
                () -> api.get("/packages/" + name + "/coverage"),
                answer -> answer.json().path("regions").size() == 3);
        assertThat(coverage.at("newestPackageVersion")).isEqualTo("1.1");
        assertThat(coverage.json().path("regions"))
                .extracting(region -> region.path("region").asText() + " "
                        + region.path("status").asText())
                .containsExactly("eu-north-1 behind", "eu-west-3 present", "us-east-1 behind");
    }
}
