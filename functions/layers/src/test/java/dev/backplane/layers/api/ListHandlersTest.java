package dev.backplane.layers.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ListHandlersTest {

    private static final String REGION = "us-east-1";
    private static final String ANY = "*/*";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static String summary(String name, String status, String more) {
        return """
                {"package":"%1$s","region":"us-east-1","layerVersion":1,"packageVersion":"1.0.1",
                 "arn":"arn:aws:lambda:us-east-1:000000000000:layer:%1$s:1","deployStatus":"%2$s",
                 "requirementsHash":"%3$s","compatibleRuntimes":[],"compatibleArchitectures":[],
                 "createdAt":"2026-01-05T00:00:00.000Z"%4$s}""".formatted(
                        name, status, RequirementsHash.of(name + "==1.0.1\n").value(), more);
    }

    private static String onlyItem(String item) {
        return "{\"items\":[" + item + "],\"next\":null}";
    }

    @Test
    void listsOfARegion_areEmptyForOneWithoutLayers_andRefuseWhatIsNoRegion() {
        String empty = "{\"items\":[],\"next\":null}";
        assertThat(api.deployed("ap-south-2", "").body()).isEqualTo(empty);
        assertThat(api.latestOfRegion("ap-south-2", "", ANY).body()).isEqualTo(empty);
        assertThat(api.deployed("latest", "").status()).isEqualTo(400);
        assertThat(api.latestOfRegion("nowhere", "", ANY).status()).isEqualTo(400);
    }

    @Test
    void deployed_showsBothStates() {
        api.stores.registerUpTo(REGION, "requests", 2);
        api.stores.removeByHand(REGION, "requests", 2);

        assertThatJson(api.deployed(REGION, "").body())
                .isEqualTo(onlyItem(summary("requests", "deprecated", ",\"expiresAt\":\"2026-03-06T00:00:00.000Z\"")));
    }

    @Test
    void latestOfRegionAndPackage_showWhatTheLatestIs() {
        api.stores.register(REGION, "numpy", 1);

        String expected = onlyItem(summary("numpy", "latest", ""));
        assertThatJson(api.latestOfRegion(REGION, "", ANY).body()).isEqualTo(expected);
        assertThatJson(api.latestOfPackage("NumPy", "").body()).isEqualTo(expected);
    }

    @Test
    void latestOfRegion_asCsv_isATable() {
        api.stores.register(REGION, "numpy", 1);
        GatewayResponse answer = api.latestOfRegion(REGION, "", "text/csv");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).contains("text/csv; charset=utf-8; header=present");
        assertThat(answer.header("vary")).contains("accept");
        assertThat(answer.header("link")).isEmpty();
        assertThat(answer.body())
                .isEqualTo("package,region,layerVersion,packageVersion,arn,deployStatus,requirementsHash,createdAt,"
                        + "compatibleRuntimes,compatibleArchitectures\r\nnumpy,us-east-1,1,1.0.1,arn:aws:lambda:us-east-1:000000000000:layer:numpy:1,latest,"
                        + RequirementsHash.of("numpy==1.0.1\n") + ",2026-01-05T00:00:00.000Z,,\r\n");
    }

    @Test
    void latestOfRegion_asCsv_hasTheNextPageInAHeader() {
        api.stores.register(REGION, "numpy", 1);
        api.stores.register(REGION, "pandas", 1);
        GatewayResponse first = api.latestOfRegion(REGION, "limit=1", "text/csv");

        String link = first.header("link").orElseThrow();
        assertThat(link).matches("<\\?limit=1&cursor=[A-Za-z0-9_-]+>; rel=\"next\"");
        GatewayResponse second = api.latestOfRegion(REGION, link.substring(2, link.indexOf('>')), "text/csv");
        assertThat(second.header("link")).isEmpty();
        assertThat(first.body().lines()).hasSize(2);
        assertThat(second.body().lines()).hasSize(2);
        assertThat(first.body()).isNotEqualTo(second.body());
    }

    /** Follows a list in pages of one and returns how many items it had. */
    private static int walk(Function<String, GatewayResponse> list) {
        int items = 0;
        String query = "limit=1";
        while (true) {
            GatewayResponse answer = list.apply(query);
            assertThat(answer.status()).isEqualTo(200);
            assertThatJson(answer.body()).node("items").isArray().hasSize(1);
            items++;
            switch (answer.member("next")) {
                case Text(String cursor) -> query = "limit=1&cursor=" + cursor;
                case Null _ -> {
                    return items;
                }
                default -> throw new AssertionError(answer.body());
            }
        }
    }

    @Test
    void everyList_isWalkedToItsEnd() {
        api.stores.registerUpTo(REGION, "requests", 3);
        api.stores.register("eu-west-1", "requests", 1);
        api.stores.register(REGION, "numpy", 1);
        api.stores.build("requests", "a==1");
        api.stores.build("requests", "a==2");
        api.stores.build("numpy", "a==1");

        assertThat(walk(query -> api.deployed(REGION, query))).isEqualTo(4);
        assertThat(walk(query -> api.latestOfRegion(REGION, query, ANY))).isEqualTo(2);
        assertThat(walk(query -> api.latestOfPackage("requests", query))).isEqualTo(2);
        assertThat(walk(query -> api.versions(REGION, "requests", query))).isEqualTo(3);
        assertThat(walk(api::latestBuilds)).isEqualTo(2);
        assertThat(walk(query -> api.builds("requests", query))).isEqualTo(2);
    }

    @Test
    void aCursor_ofAnotherListOrDamaged_isRefused() {
        api.stores.registerUpTo(REGION, "requests", 3);
        api.stores.registerUpTo(REGION, "numpy", 3);
        String cursor =
                "limit=1&cursor=" + api.versions(REGION, "requests", "limit=1").text("next");

        assertThat(api.versions(REGION, "requests", cursor).status()).isEqualTo(200);
        assertThat(api.versions(REGION, "numpy", cursor).code()).isEqualTo("INVALID_CURSOR");
        assertThat(api.versions("eu-west-1", "requests", cursor).code()).isEqualTo("INVALID_CURSOR");
        assertThat(api.deployed(REGION, cursor).code()).isEqualTo("INVALID_CURSOR");
        assertThat(api.builds("requests", cursor).code()).isEqualTo("INVALID_CURSOR");
        assertThat(api.latestBuilds(cursor + "A").code()).isEqualTo("INVALID_CURSOR");
    }

    @Test
    void aCursor_madeByHandThatLiesOutsideOfItsList_isRefused() {
        api.stores.registerUpTo(REGION, "requests", 2);
        String deprecated = "deprecated#us-east-1#1#requests";
        String elsewhere = "latest#eu-west-1#1#requests";
        String another = "latest#us-east-1#1#numpy";

        assertThat(api.latestOfRegion(REGION, sealed("ListLatestLayers", REGION, deprecated), ANY)
                        .code())
                .isEqualTo("INVALID_CURSOR");
        assertThat(api.latestOfRegion(REGION, sealed("ListLatestLayers", REGION, elsewhere), ANY)
                        .code())
                .isEqualTo("INVALID_CURSOR");
        assertThat(api.deployed(REGION, sealed("ListLayers", REGION, elsewhere)).code())
                .isEqualTo("INVALID_CURSOR");
        assertThat(api.deployed(REGION, sealed("ListLayers", REGION, deprecated))
                        .status())
                .isEqualTo(200);
        assertThat(api.latestOfPackage("requests", sealed("GetPackageLatest", "requests", another))
                        .code())
                .isEqualTo("INVALID_CURSOR");
    }

    /** A cursor as anybody can compute it: its digest is no secret. */
    private static String sealed(String operation, String list, String position) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((operation + '\n' + list + '\0' + position).getBytes(StandardCharsets.UTF_8));
            ByteArrayOutputStream sealed = new ByteArrayOutputStream();
            sealed.write(digest, 0, 9);
            sealed.writeBytes(position.getBytes(StandardCharsets.UTF_8));
            return "cursor=" + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed.toByteArray());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
