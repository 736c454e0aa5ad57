package dev.backplane.deployments.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows that were changed by hand and cannot be read: they must not affect the other rows. */
class DamagedRowsTest {

    private static final AttributeValue NUMBER = AttributeValue.fromN("7");

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    /** Replaces an attribute of a row; a key attribute gives the row another key. Empty removes the attribute. */
    private void damage(TableSpec table, String partition, String sort, String attribute, String value) {
        Map<String, AttributeValue> key =
                Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS(sort));
        String name = DYNAMO.table(table);
        Map<String, AttributeValue> row = new HashMap<>(DYNAMO.client()
                .deleteItem(delete -> delete.tableName(name).key(key).returnValues("ALL_OLD"))
                .attributes());
        assertThat(row).isNotEmpty();
        switch (value) {
            case "" -> row.remove(attribute);
            case "7" -> row.put(attribute, NUMBER);
            default -> row.put(attribute, AttributeValue.fromS(value));
        }
        DYNAMO.client().putItem(put -> put.tableName(name).item(row));
    }

    private void damageRoute(String sort, String attribute, String value) {
        damage(AliasStore.TABLE, "ROUTES", sort, attribute, value);
    }

    /** Reads a whole list, page by page; only the last page may have no next page. */
    private List<String> walk(Function<String, GatewayResponse> list, int limit) {
        List<String> ids = new ArrayList<>();
        String query = "limit=" + limit;
        while (true) {
            GatewayResponse page = list.apply(query);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            List<String> found = ids(page);
            ids.addAll(found);
            if (!(page.member("next") instanceof Text(String next))) {
                return ids;
            }
            assertThat(found).as("a page before the last is full").hasSize(limit);
            query = "limit=" + limit + "&cursor=" + next;
        }
    }

    private static List<String> ids(GatewayResponse page) {
        return page.member("items") instanceof Arr(var items)
                ? items.stream()
                        .map(item -> item instanceof Obj(var members) && members.get("id") instanceof Text(String id)
                                ? id
                                : "")
                        .toList()
                : List.of();
    }

    private void assertLogged(String error) {
        assertThat(api.test.lines()).anySatisfy(line -> assertThat(line).contains("SUCCESS", error));
    }

    @ParameterizedTest
    @CsvSource({
        "Status,''",
        "Status,7",
        "Status,PAUSED",
        "CreateDate,yesterday",
        "CreateDate,2026-01-01T00:00:00Z",
        "DeploymentId,''",
        "DeploymentId,not an id",
        "DeploymentId,d9",
        "DeploymentAlias,not a host",
        "SK,D#not an id",
        "SK,d2",
        "GSI1SK,yesterday",
        "GSI1SK,2000-01-01T00:00:00.000Z#D#d2"
    })
    void listDeployments_leavesOutADamagedRow(String attribute, String value) {
        for (int i = 0; i < 5; i++) {
            api.stores.deployment("d" + i);
            api.stores.clock.advance(Duration.ofSeconds(1));
        }
        damage(DeploymentStore.TABLE, "DEPLOYMENTS", "D#d2", attribute, value);

        for (int limit = 1; limit <= 5; limit++) {
            assertThat(walk(api::deployments, limit)).as("limit " + limit).containsExactly("d4", "d3", "d1", "d0");
        }
        assertLogged("InvalidValueException");
    }

    @ParameterizedTest
    @CsvSource({"Status,''", "CreateDate,yesterday", "DeploymentId,7"})
    void aDamagedDeployment_isAFaultAndNotAbsent(String attribute, String value) {
        api.stores.deployment("d1");
        damage(DeploymentStore.TABLE, "DEPLOYMENTS", "D#d1", attribute, value);

        assertThat(api.deployment("d1").status()).isEqualTo(500);
        assertThat(api.stores.create("d1", Origin.NONE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "DeploymentId,''",
        "DeploymentId,7",
        "DeploymentId,not an id",
        "CreateDate,yesterday",
        "HostnameRev,7",
        "HostnameRev,com.example.other",
        "BasePath,''",
        "SK,com.example.b",
        "SK,com..example#/",
        "SK,com.example.B#/"
    })
    void bothListsOfAliases_leaveOutADamagedRow(String attribute, String value) {
        DeploymentId id = api.stores.deployment("d1");
        for (String host : List.of("a", "b", "c", "d")) {
            api.stores.point(host + ".example.com", id);
            api.stores.clock.advance(Duration.ofSeconds(1));
        }
        damageRoute("com.example.b#/", attribute, value);

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(walk(query -> api.aliases("deploymentId=d1&" + query), limit))
                    .containsExactly("d.example.com/", "c.example.com/", "a.example.com/");
            assertThat(walk(query -> api.aliases("domain=example.com&" + query), limit))
                    .containsExactly("a.example.com/", "c.example.com/", "d.example.com/");
        }
        assertLogged("InvalidValueException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2000-01-01T00:00:00.000Z#R#com.example.b#/"})
    void aliasesOfADeployment_leaveOutARowAtAnotherPosition(String position) {
        DeploymentId id = api.stores.deployment("d1");
        for (String host : List.of("a", "b", "c")) {
            api.stores.point(host + ".example.com", id);
            api.stores.clock.advance(Duration.ofSeconds(1));
        }
        damageRoute("com.example.b#/", "GSI1SK", position);

        for (int limit = 1; limit <= 3; limit++) {
            assertThat(walk(query -> api.aliases("deploymentId=d1&" + query), limit))
                    .containsExactly("c.example.com/", "a.example.com/");
        }
    }

    @ParameterizedTest
    @CsvSource({"DeploymentId,''", "CreateDate,yesterday", "Revision,''"})
    void aDamagedAlias_isAFaultAndStillExists(String attribute, String value) {
        DeploymentId id = api.stores.finished("d1");
        api.stores.point("example.com", id);
        damageRoute("com.example#/", attribute, value);
        List<Item> before = api.stores.rows(AliasStore.TABLE);

        assertThat(api.alias("example.com").status()).isEqualTo(500);
        assertThat(api.createAlias("{\"alias\":\"example.com\",\"target\":\"d1\"}")
                        .code())
                .isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        api.stores.deployment("d2");
        assertThat(api.status("d2", "{\"status\":\"FINISHED\",\"deploymentAlias\":\"example.com\"}")
                        .code())
                .isEqualTo("ALIAS_OVERRIDE_NOT_ALLOWED");
        assertThat(api.stores.rows(AliasStore.TABLE)).containsExactlyInAnyOrderElementsOf(before);
    }

    @ParameterizedTest
    @CsvSource({"DeploymentId,''", "BasePath,7", "Revision,''"})
    void resolve_faultsOnlyForThePathsOfADamagedAlias(String attribute, String value) {
        DeploymentId id = api.stores.finished("d1");
        api.stores.point("example.com", id);
        api.stores.point("example.com/docs", id);
        damageRoute("com.example#/docs", attribute, value);

        assertThat(api.resolve("hostname=example.com&path=/docsearch").status()).isEqualTo(200);
        assertThat(api.resolve("hostname=example.com&path=/e").status()).isEqualTo(200);
        assertThat(api.resolve("hostname=example.com&path=/docs/a").status()).isEqualTo(500);
        assertThat(api.resolveFresh("hostname=example.com&path=/docs").status()).isEqualTo(500);
    }

    /** So many aliases sort between the path and its base path that the base path is read by its key. */
    @Test
    void resolve_behindAPageThatEndsWithADamagedAlias_findsTheBasePath() {
        DeploymentId id = api.stores.finished("d1");
        api.stores.point("example.com", id);
        api.stores.point("example.com/m", id);
        for (int i = 10; i < 30; i++) {
            api.stores.point("example.com/m/" + i, id);
            damageRoute("com.example#/m/" + i, "CreateDate", "yesterday");
        }

        assertThat(api.resolve("hostname=example.com&path=/m/x").text("alias")).isEqualTo("example.com/m");
        damageRoute("com.example#/", "CreateDate", "yesterday");
        assertThat(api.resolve("hostname=example.com&path=/m/y").text("alias")).isEqualTo("example.com/m");
    }

    @ParameterizedTest
    @CsvSource({
        "ROUTES,Revision,one",
        "ROUTES,CreateDate,yesterday",
        "ROUTES,DeploymentId,''",
        "CONFIGNEXTJS,Revision,one"
    })
    void sync_updatesTheOtherAliasesOfTheDeployment(String partition, String attribute, String value) {
        DeploymentId id = api.stores.deployment("d1");
        for (int i = 0; i < 60; i++) {
            api.stores.point("a" + i + ".example.com", id);
        }
        damage(AliasStore.TABLE, partition, "com.example.a30#/", attribute, value);
        Deployment finished = StoreFixture.changed(api.stores.finish(
                id, new SiteConfig(Optional.of("[1]"), Optional.empty(), Optional.empty()), Optional.empty()));

        assertThat(api.stores.sync.syncRest(finished)).isEqualTo(59);
        assertThat(api.stores.sync.sync(finished, () -> true)).isEqualTo(59);
        for (int i = 0; i < 60; i++) {
            if (i != 30) {
                assertThat(api.stores.alias("a" + i + ".example.com").isReady()).isTrue();
            }
        }
    }
}
