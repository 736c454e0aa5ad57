package dev.backplane.layers.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds, expiries, compatibility and coverage, as callers see them. */
class LayerLifeHandlersTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.stores.registerUpTo(REGION, NAME, 2);
    }

    private static void assertProblem(GatewayResponse answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThatJson(answer.body()).node("code").isEqualTo(code);
    }

    private void passTime(Duration time) {
        api.stores.clock.advance(time);
        api.test.clock().advance(time);
    }

    @Test
    void aHold_isShown_untilItIsReleased() {
        GatewayResponse held = api.hold("1", "{\"reason\":\"audit\",\"until\":\"2026-06-01T00:00:00.5Z\"}");

        assertThat(held.status()).isEqualTo(200);
        assertThatJson(held.body()).node("hold").isEqualTo("""
                {"since":"2026-01-05T00:00:00.000Z","until":"2026-06-01T00:00:01.000Z",
                 "actor":{"type":"user","id":"unknown"},"reason":"audit"}""");
        assertThatJson(held.body()).node("expiresAt").isEqualTo("2026-06-08T00:00:01.000Z");
        assertThat(api.version(REGION, NAME, "1").body()).isEqualTo(held.body());
        assertProblem(api.delete(REGION, NAME, "1", ""), 409, "LAYER_HELD");
        assertProblem(api.patch("1", "{\"expiresAt\":\"2026-06-01T00:00:00Z\"}"), 409, "LAYER_HELD");

        GatewayResponse released = api.release("1", "reason=done");
        assertThat(released.status()).isEqualTo(200);
        assertThatJson(released.body()).node("hold").isAbsent();
        assertThatJson(released.body()).node("expiresAt").isEqualTo("2026-03-06T00:00:00.000Z");
        assertThat(api.release("1", "").body()).isEqualTo(released.body());
    }

    @Test
    void aHold_needsNoBody_andHasNoExpiryThen() {
        GatewayResponse held = api.hold("1", "");

        assertThat(held.status()).isEqualTo(200);
        assertThatJson(held.body()).node("expiresAt").isAbsent();
        assertThatJson(held.body()).node("hold.until").isAbsent();
    }

    @Test
    void aHoldThatHasEnded_isNotShown() {
        api.hold("1", "{\"until\":\"2026-01-06T00:00:00Z\"}");
        passTime(Duration.ofDays(1));

        assertThatJson(api.version(REGION, NAME, "1").body()).node("hold").isAbsent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"until\":\"2026-01-05T00:00:00Z\"}",
                "{\"until\":\"tomorrow\"}",
                "{\"until\":\"9999-12-31T23:59:59.5Z\"}",
                "{\"until\":1}",
                "{\"reason\":\"\"}",
                "{\"for\":1}"
            })
    void aHold_withAWrongBody_isRefused(String body) {
        assertProblem(api.hold("1", body), 400, "INVALID_REQUEST");
        assertThatJson(api.version(REGION, NAME, "1").body()).node("hold").isAbsent();
    }

    @Test
    void whatIsNotThere_orHasEnded_cannotBeChanged() {
        String date = "{\"expiresAt\":\"2027-01-01T00:00:00Z\"}";
        assertProblem(api.hold("9", "{}"), 404, "LAYER_NOT_FOUND");
        assertProblem(api.release("9", ""), 404, "LAYER_NOT_FOUND");
        assertProblem(api.patch("9", date), 404, "LAYER_NOT_FOUND");
        assertProblem(api.patch("2", date), 409, "LATEST_VERSION");
        passTime(StoreFixture.EXPIRY);
        assertProblem(api.hold("1", "{}"), 409, "LAYER_EXPIRED");
        assertProblem(api.patch("1", date), 409, "LAYER_EXPIRED");
        api.stores.writeTombstone(REGION, NAME, 1);
        assertProblem(api.hold("1", "{}"), 409, "ALREADY_DELETED");
        assertProblem(api.patch("1", date), 409, "ALREADY_DELETED");
    }

    @Test
    void anExpiry_isChanged() {
        GatewayResponse later = api.patch("1", "{\"expiresAt\":\"2027-01-01T00:00:00Z\",\"reason\":\"in use\"}");
        assertThat(later.status()).isEqualTo(200);
        assertThatJson(later.body()).node("expiresAt").isEqualTo("2027-01-01T00:00:00.000Z");
        assertThat(api.stores.row("lyr#us-east-1.requests", "lyrVrsn#v1"))
                .containsEntry("actr", "user:unknown")
                .containsEntry("rsn", "in use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"expiresAt\":\"2026-01-05T00:00:00Z\"}", "{\"expiresAt\":null}", "[]"})
    void anExpiry_thatIsNotInTheFuture_isRefused(String body) {
        assertThat(api.patch("1", body).status()).isEqualTo(400);
    }

    private static String registration(int number, String more) {
        return "{\"arn\":\"arn:aws:lambda:us-east-1:000000000000:layer:requests:" + number
                + "\",\"packageVersion\":\"1.0\"" + more + "}";
    }

    @Test
    void runtimesAndArchitectures_areShownEverywhere() {
        String named = ",\"compatibleRuntimes\":[\"python3.13\",\"python3.12\",\"python3.13\"],"
                + "\"compatibleArchitectures\":[\"arm64\"]";
        GatewayResponse registered = api.register(REGION, NAME, registration(3, named));

        assertThat(registered.status()).isEqualTo(201);
        for (GatewayResponse answer :
                new GatewayResponse[] {registered, api.version(REGION, NAME, "3"), api.latest(REGION, NAME)}) {
            assertThatJson(answer.body()).node("compatibleRuntimes").isEqualTo("[\"python3.12\",\"python3.13\"]");
            assertThatJson(answer.body()).node("compatibleArchitectures").isEqualTo("[\"arm64\"]");
        }
        for (GatewayResponse answer : new GatewayResponse[] {
            api.versions(REGION, NAME, "limit=1"), api.latestOfRegion(REGION, "", "*/*"), api.latestOfPackage(NAME, "")
        }) {
            assertThatJson(answer.body())
                    .node("items[0].compatibleRuntimes")
                    .isEqualTo("[\"python3.12\",\"python3.13\"]");
        }
        assertThat(api.latestOfRegion(REGION, "", "text/csv").body()).endsWith(",python3.12 python3.13,arm64\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"compatibleRuntimes\":\"python3.13\" | compatibleRuntimes",
                "\"compatibleRuntimes\":[\"Python\"] | compatibleRuntimes",
                "\"compatibleRuntimes\":[1] | compatibleRuntimes",
                "\"compatibleArchitectures\":[\"x86\"] | compatibleArchitectures",
                "\"compatibleArchitectures\":[\"arm64\",\"x86_64\",\"arm64\"] | compatibleArchitectures"
            })
    void otherWords_areRefused(String member, String field) {
        GatewayResponse answer = api.register(REGION, NAME, registration(3, "," + member));

        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo(field);
    }

    @Test
    void moreRuntimesThanLambdaTakes_areRefused() {
        String runtimes = "\"java25\",".repeat(15) + "\"java21\"";
        assertProblem(
                api.register(REGION, NAME, registration(3, ",\"compatibleRuntimes\":[" + runtimes + "]")),
                400,
                "INVALID_REQUEST");
    }

    @Test
    void theSameArn_withOtherAttributes_isAConflict() {
        api.register(REGION, NAME, registration(3, ",\"compatibleRuntimes\":[\"java25\"]"));

        assertThat(api.register(REGION, NAME, registration(3, ",\"compatibleRuntimes\":[\"java25\"]"))
                        .status())
                .isEqualTo(200);
        assertThat(api.register(REGION, NAME, registration(3, "")).status()).isEqualTo(200);
        assertProblem(
                api.register(REGION, NAME, registration(3, ",\"compatibleRuntimes\":[\"java21\"]")),
                409,
                "ARN_MISMATCH");
        assertProblem(
                api.register(REGION, NAME, registration(3, ",\"compatibleArchitectures\":[\"arm64\"]")),
                409,
                "ARN_MISMATCH");
        assertProblem(api.register(REGION, NAME, registration(3, "").replace("1.0", "1.1")), 409, "ARN_MISMATCH");
    }

    private void registerPackage(String name, String more) {
        assertThat(api.register(REGION, name, registration(1, more).replace(":requests:", ":" + name + ":"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void latestLayers_canBeFiltered_andALayerThatNamesNothingPasses() {
        registerPackage("numpy", ",\"compatibleRuntimes\":[\"python3.13\"],\"compatibleArchitectures\":[\"arm64\"]");
        registerPackage("pandas", ",\"compatibleRuntimes\":[\"python3.12\",\"python3.13\"]");

        assertThat(names("")).containsExactly("numpy", "pandas", "requests");
        assertThat(names("&architecture=x86_64")).containsExactly("pandas", "requests");
        assertThat(names("&runtime=python3.12")).containsExactly("pandas", "requests");
        assertThat(names("&runtime=python3.13&architecture=arm64")).containsExactly("numpy", "pandas", "requests");
        assertThat(names("&runtime=java25")).containsExactly("requests");
        assertProblem(api.latestOfRegion(REGION, "architecture=x86", "*/*"), 400, "INVALID_REQUEST");
        assertProblem(api.latestOfRegion(REGION, "runtime=", "*/*"), 400, "INVALID_REQUEST");
    }

    /** Follows the list to its end in pages of one, which may be empty. */
    private Set<String> names(String filter) {
        Set<String> names = new TreeSet<>();
        Optional<String> query = Optional.of("limit=1" + filter);
        for (int pages = 0; query.isPresent(); pages++) {
            assertThat(pages).isLessThan(3);
            GatewayResponse page = api.latestOfRegion(REGION, query.get(), "text/csv");
            page.body().lines().skip(1).forEach(line -> names.add(line.substring(0, line.indexOf(','))));
            query = page.header("link").map(link -> link.substring(2, link.indexOf('>')));
        }
        return names;
    }

    @Test
    void coverage_comparesTheRegionsOfTheStage() {
        api.stores.clock.advance(Duration.ofSeconds(1));
        api.stores.register("eu-west-1", NAME, 3);
        GatewayResponse answer = api.coverage(NAME, "ap-south-1,us-east-1,eu-west-1");

        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {"package":"requests","newestPackageVersion":"1.0.3","regions":[
                  {"region":"ap-south-1","status":"missing"},
                  {"region":"eu-west-1","status":"present","layerVersion":1,"packageVersion":"1.0.3",
                   "arn":"arn:aws:lambda:eu-west-1:000000000000:layer:requests:3",
                   "createdAt":"2026-01-05T00:00:01.000Z"},
                  {"region":"us-east-1","status":"behind","layerVersion":2,"packageVersion":"1.0.2",
                   "arn":"arn:aws:lambda:us-east-1:000000000000:layer:requests:2",
                   "createdAt":"2026-01-05T00:00:00.000Z"}]}""");
        assertProblem(api.coverage("numpy", "us-east-1"), 404, "LAYER_NOT_FOUND");
    }
}
