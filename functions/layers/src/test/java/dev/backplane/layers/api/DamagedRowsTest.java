package dev.backplane.layers.api;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.store.LayerStore;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that were changed by hand and cannot be read: they must not affect the other rows. */
class DamagedRowsTest {

    private static final String REGION = "us-east-1";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    /** Replaces an attribute of a row; a key attribute gives the row another key. Empty removes the attribute. */
    private void damage(String partition, String sort, String attribute, String value) {
        Map<String, AttributeValue> key =
                Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
        String table = DYNAMO.table(LayerStore.TABLE);
        Map<String, AttributeValue> row = new HashMap<>(DYNAMO.client()
                .deleteItem(delete -> delete.tableName(table).key(key).returnValues("ALL_OLD"))
                .attributes());
        assertThat(row).isNotEmpty();
        if (value.isEmpty()) {
            row.remove(attribute);
        } else if (value.matches("[0-9.]+")) {
            row.put(attribute, AttributeValue.fromN(value));
        } else {
            row.put(attribute, AttributeValue.fromS(value));
        }
        DYNAMO.client().putItem(put -> put.tableName(table).item(row));
    }

    /** Reads a whole list, page by page. */
    private static List<String> walk(Function<String, GatewayResponse> list, int limit, String field) {
        List<String> found = new ArrayList<>();
        String query = "limit=" + limit;
        while (true) {
            GatewayResponse page = list.apply(query);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            found.addAll(values(page, field));
            if (!(page.member("next") instanceof Text(String next))) {
                return found;
            }
            assertThat(values(page, field)).as("a page before the last").hasSize(limit);
            query = "limit=" + limit + "&cursor=" + next;
        }
    }

    private static List<String> values(GatewayResponse page, String field) {
        List<String> values = new ArrayList<>();
        if (page.member("items") instanceof Arr(var items)) {
            items.forEach(item -> values.add(
                    switch (((Obj) item).members().get(field)) {
                        case Text(String text) -> text;
                        case Num(String number) -> number;
                        case null, default -> "";
                    }));
        }
        return values;
    }

    private void assertLogged() {
        assertThat(api.test.lines()).anySatisfy(line -> assertThat(line).contains("SUCCESS", "InvalidValueException"));
    }

    @ParameterizedTest
    @CsvSource({
        "lyrVrsn,''",
        "lyrVrsn,one",
        "lyrVrsn,1.5",
        "arn,''",
        "arn,not an arn",
        "pckgVrsn,7",
        "crtdDt,yesterday",
        "sk,lyrVrsn#vx",
        "pk,lyr#us-east-1",
        "pk,lyr#us-east-1.B"
    })
    void listsOfARegion_leaveOutADamagedRow(String attribute, String value) {
        for (String name : List.of("a", "b", "c", "d")) {
            api.stores.register(REGION, name, 1);
        }
        damage("lyr#us-east-1.b", "lyrVrsn#v1", attribute, value);

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(walk(query -> api.deployed(REGION, query), limit, "package"))
                    .containsExactlyInAnyOrder("a", "c", "d");
            assertThat(walk(query -> api.latestOfRegion(REGION, query, "application/json"), limit, "package"))
                    .containsExactlyInAnyOrder("a", "c", "d");
        }
        assertLogged();
    }

    @ParameterizedTest
    @CsvSource({"rgn,nowhere", "lyrVrsn,''", "arn,''", "crtdDt,7", "sk,lyrVrsn#vx"})
    void latestOfAPackage_leavesOutADamagedRow(String attribute, String value) {
        for (String region : List.of("eu-west-1", "us-east-1", "us-west-2")) {
            api.stores.register(region, "requests", 1);
        }
        damage("lyr#us-east-1.requests", "lyrVrsn#v1", attribute, value);

        for (int limit = 1; limit <= 3; limit++) {
            assertThat(walk(query -> api.latestOfPackage("requests", query), limit, "region"))
                    .containsExactlyInAnyOrder("eu-west-1", "us-west-2");
        }
        assertLogged();
    }

    @ParameterizedTest
    @CsvSource({"lyrVrsn,''", "lyrVrsn,7", "dplySts,paused", "arn,''", "crtdDt,yesterday", "exDt,99999999999999999"})
    void versions_leaveOutADamagedRow_whichStaysAFault(String attribute, String value) {
        api.stores.registerUpTo(REGION, "requests", 5);
        damage("lyr#us-east-1.requests", "lyrVrsn#v3", attribute, value);

        for (int limit = 1; limit <= 5; limit++) {
            assertThat(walk(query -> api.versions(REGION, "requests", query), limit, "layerVersion"))
                    .containsExactly("5", "4", "2", "1");
        }
        assertLogged();
        assertThat(api.version(REGION, "requests", "3").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"bltVrsn,''", "bltVrsn,one", "pckg,other", "rqrmntsHsh,''", "crtdDt,yesterday", "pckgVrsn,7"})
    void builds_leaveOutADamagedRow_whichStaysAFault(String attribute, String value) {
        for (int number = 1; number <= 4; number++) {
            api.stores.build("requests", "requests==" + number);
        }
        damage("bld#v2", "pckg#requests", attribute, value);

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(walk(query -> api.builds("requests", query), limit, "buildVersion"))
                    .containsExactly("4", "3", "1");
        }
        assertLogged();
        assertThat(api.buildVersion("requests", "2").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"bltVrsn,''", "pckg,''", "pckg,other", "crtdDt,yesterday", "sk,pckg", "sk,pckg#B"})
    void latestBuilds_leaveOutADamagedRow(String attribute, String value) {
        for (String name : List.of("a", "b", "c", "d")) {
            api.stores.build(name, name + "==1");
        }
        damage("bldVrsn0#", "pckg#b", attribute, value);

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(walk(api::latestBuilds, limit, "package")).containsExactly("a", "c", "d");
        }
        assertLogged();
    }

    @Test
    void latestBuilds_whereTheFirstRowsAreDamaged_fillsThePage() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            api.stores.build(name, name + "==1");
        }
        for (String name : List.of("a", "b", "c")) {
            damage("bldVrsn0#", "pckg#" + name, "crtdDt", "yesterday");
        }

        assertThat(walk(api::latestBuilds, 1, "package")).containsExactly("d", "e");
    }

    @Test
    void promotion_leavesOutDamagedVersions() {
        api.stores.registerUpTo(REGION, "requests", 15);
        for (int version = 14; version >= 3; version--) {
            damage("lyr#us-east-1.requests", "lyrVrsn#v" + version, "crtdDt", "yesterday");
        }

        assertThat(api.delete(REGION, "requests", "15", "promotePrevious=true").status())
                .isEqualTo(202);
        assertThat(api.stores.version(REGION, "requests", 2).arn()).isEqualTo(arn(REGION, "requests", 2));
        assertThat(api.latest(REGION, "requests").body()).contains("\"layerVersion\":2,");
    }
}
