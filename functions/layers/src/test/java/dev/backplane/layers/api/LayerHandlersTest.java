package dev.backplane.layers.api;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerHandlersTest {

    private static final String REGION = "us-east-1";
    private static final String ARN = "arn:aws:lambda:us-east-1:000000000000:layer:requests:";
    private static final String TEXT = "certifi==2025.1.31\nrequests==2.32.3\n";
    private static final String HASH = RequirementsHash.of(TEXT).value();

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static String body(int number, String more) {
        return "{\"arn\":\"" + ARN + number + "\",\"packageVersion\":\"2.32.3\"" + more + "}";
    }

    private GatewayResponse register(int number) {
        return api.register(
                REGION, "Requests", body(number, ",\"requirementsTxt\":\"" + TEXT.replace("\n", "\\n") + "\""));
    }

    private static String layer(int version, String more) {
        return """
                {"package":"requests","region":"us-east-1","layerVersion":%d,"packageVersion":"2.32.3","arn":"%s%d",
                 "dependencies":["certifi==2025.1.31","requests==2.32.3"],"requirementsHash":"%s",
                 "compatibleRuntimes":[],"compatibleArchitectures":[],
                 "createdAt":"2026-01-05T00:00:00.000Z",%s}""".formatted(version, ARN, version, HASH, more);
    }

    @Test
    void register_answersTheVersionAndWhereItIs() {
        GatewayResponse answer = register(1);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("location")).contains("/layers/us-east-1/requests/1");
        assertThatJson(answer.body()).isEqualTo(layer(1, "\"deployStatus\":\"latest\",\"expired\":false"));
        assertThat(api.latest(REGION, "requests").body()).isEqualTo(answer.body());
        assertThat(api.version(REGION, "REQUESTS", "1").body()).isEqualTo(answer.body());
    }

    @Test
    void register_ofALayerThatTheStageMayNotDelete_isRefused() {
        RegisterLayerHandler limited = new RegisterLayerHandler(DYNAMO.platform(Map.of(
                        LayersSettings.LAYER_TABLE,
                        DYNAMO.table(LayerStore.TABLE),
                        LayersSettings.ACCOUNT_ID,
                        "000000000000",
                        LayerLimits.LAYER_NAME_PREFIX,
                        "team-"))
                .platform());
        GatewayResponse answer = ApiFixture.at(RegisterLayerHandler.OPERATION, REGION, "requests")
                .body(body(1, ""))
                .send(limited);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("arn", "must name a layer that starts with team-");
    }

    @Test
    void register_again_answersTheSame() {
        String first = register(1).body();
        GatewayResponse again = register(1);

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first);
    }

    @Test
    void register_ofAnArnWithOtherRequirements_isAConflict() {
        register(1);
        GatewayResponse answer = api.register(REGION, "requests", body(1, ",\"requirementsTxt\":\"other==1\""));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ARN_MISMATCH");
        assertThatJson(answer.body()).node("layerVersion").isEqualTo(1);
    }

    @Test
    void register_ofAnArnOfAnotherPackage_isAConflictThatNamesIt() {
        register(1);
        GatewayResponse answer = api.register(REGION, "other", body(1, ""));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("ARN_MISMATCH");
        assertThatJson(answer.body()).node("package").isEqualTo("requests");
        assertThatJson(answer.body()).node("layerVersion").isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "us-east-1, arn:aws:lambda:us-east-1:111111111111:layer:requests:1, account",
        "us-east-1, arn:aws-cn:lambda:us-east-1:000000000000:layer:requests:1, partition",
        "cn-north-1, arn:aws-cn:lambda:cn-north-1:000000000000:layer:requests:1, partition",
        "cn-north-1, arn:aws:lambda:cn-north-1:000000000000:layer:requests:1, partition"
    })
    void register_ofAnArnThatIsNotTheStages_isRefused(String region, String arn, String word) {
        GatewayResponse answer = api.register(region, "requests", "{\"arn\":\"" + arn + "\",\"packageVersion\":\"1\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body()).node("errors[0].field").isEqualTo("arn");
        assertThat(answer.body()).contains("must be in the " + word + " of this stage");
    }

    /** Rows from before foreign accounts were refused. */
    @Test
    void aVersionOfAForeignAccount_canStillBeReadAndDeleted() {
        LayerArn foreign = LayerArn.parse("arn:aws:lambda:us-east-1:111111111111:layer:requests:1");
        api.stores.layers.insertLayer(
                new NewLayer(
                        StoreFixture.id(REGION, "requests"),
                        foreign,
                        PackageVersion.parse("1"),
                        Optional.empty(),
                        Compatibility.ANY),
                CAUSE);
        register(2);

        assertThatJson(api.version(REGION, "requests", "1").body()).node("arn").isEqualTo(foreign.value());
        assertThat(api.delete(REGION, "requests", "1", "").status()).isEqualTo(202);
    }

    @Test
    void aDeletionThatWasGivenUp_isShown_refusesItsArn_andCanBeRepeated() {
        register(1);
        register(2);
        RemovedLayer removed = api.stores.removeByHand(REGION, "requests", 1);
        api.stores.tombstones.giveUp(removed, "AccessDeniedException");

        assertThatJson(api.version(REGION, "requests", "1").body())
                .isEqualTo(layer(
                        1,
                        "\"deployStatus\":\"delete_failed\",\"expired\":false,"
                                + "\"deleteFailedDateTime\":\"2026-01-05T00:00:00.000Z\","
                                + "\"deleteFailedReason\":\"AccessDeniedException\""));
        GatewayResponse again = register(1);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("DELETE_FAILED");
        assertThat(again.header("retry-after")).isEmpty();
        assertThatJson(again.body())
                .isObject()
                .containsEntry("reason", "AccessDeniedException")
                .containsEntry("package", "requests");
        assertThat(again.body()).contains("docs/runbooks/queues.md");
        assertThatJson(api.versions(REGION, "requests", "").body())
                .node("items")
                .isArray()
                .hasSize(1);
        assertThatJson(api.versions(REGION, "requests", "includeDeleted=true").body())
                .node("items")
                .isArray()
                .hasSize(2);

        assertThat(api.delete(REGION, "requests", "1", "").status()).isEqualTo(202);
        assertThat(register(1).code()).isEqualTo("LAYER_BEING_DELETED");
        assertThat(api.delete(REGION, "requests", "1", "").code()).isEqualTo("ALREADY_DELETED");
    }

    @ParameterizedTest
    @CsvSource({"arn", "packageVersion", "requirementsTxt", "requirementsHash", "reason"})
    void register_withHalfOfACharacter_isRefused(String field) {
        String body = body(1, ",\"reason\":\"x\",\"requirementsTxt\":\"a==1\",\"requirementsHash\":\"" + HASH + "\"")
                .replaceFirst("\"" + field + "\":\"", "\"" + field + "\":\"\\\\ud800");
        assertThat(body).contains("\\ud800");
        GatewayResponse answer = api.register(REGION, "requests", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(field);
        assertThat(api.build("requests", "{\"packageVersion\":\"1\",\"requirementsTxt\":\"\\udc00\"}")
                        .status())
                .isEqualTo(400);
    }

    /** A row from before such texts were refused, or that was written by hand. */
    @Test
    void aVersionWithHalfOfACharacter_canBeReadAndDeleted() {
        api.stores.registerWithText(REGION, "requests", 1, "a\ud800==1");
        register(2);

        GatewayResponse read = api.version(REGION, "requests", "1");
        assertThat(read.status()).isEqualTo(200);
        assertThat(api.versions(REGION, "requests", "").status()).isEqualTo(200);
        assertThat(api.delete(REGION, "requests", "1", "").status()).isEqualTo(202);
    }

    @Test
    void register_byHashAlone_hasTheTextOfTheLatestBuildWithThatHash() {
        api.stores.build("requests", TEXT);

        assertThatJson(api.register(REGION, "requests", body(1, ",\"requirementsHash\":\"" + HASH + "\""))
                        .body())
                .isEqualTo(layer(1, "\"deployStatus\":\"latest\",\"expired\":false"));
    }

    @Test
    void register_byAHashThatNobodyKnows_hasNoDependencies() {
        GatewayResponse answer = api.register(REGION, "requests", body(1, ",\"requirementsHash\":\"" + HASH + "\""));

        assertThat(answer.status()).isEqualTo(201);
        assertThatJson(answer.body())
                .isObject()
                .containsEntry("requirementsHash", HASH)
                .doesNotContainKey("dependencies");
        assertThat(api.requirements(HASH).code()).isEqualTo("REQUIREMENTS_NOT_FOUND");
    }

    @Test
    void register_withNothingRight_namesEveryMistake() {
        GatewayResponse answer = api.register(
                "latest", "a/b", "{\"arn\":\"x\",\"packageVersion\":\"=1\",\"requirementsHash\":\"y\",\"z\":1}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(answer.body())
                .node("errors")
                .isArray()
                .extracting("field")
                .containsExactly("region", "package", "arn", "packageVersion", "requirementsHash", "z");
        assertThat(api.stores.rows()).isEmpty();
    }

    @Test
    void register_whoseArnIsInAnotherRegion_isRefused() {
        GatewayResponse answer = api.register("eu-west-1", "requests", body(1, ""));

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body())
                .node("errors")
                .isEqualTo("[{field: 'arn', message: 'must be in the region of the path'}]");
    }

    @Test
    void register_whoseHashIsNotThatOfItsText_isRefused() {
        String more = ",\"requirementsTxt\":\"a\",\"requirementsHash\":\"" + HASH + "\"";
        GatewayResponse answer = api.register(REGION, "requests", body(1, more));

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body())
                .node("errors")
                .isEqualTo("[{field: 'requirementsHash', message: 'must be the SHA-256 of requirementsTxt'}]");
    }

    @Test
    void aDeprecatedVersion_showsItsEnd_andThatItHasCome() {
        register(1);
        register(2);
        String end = "\"deployStatus\":\"deprecated\",\"expiresAt\":\"2026-03-06T00:00:00.000Z\",\"expired\":";
        assertThatJson(api.version(REGION, "requests", "1").body()).isEqualTo(layer(1, end + false));

        api.test.clock().advance(StoreFixture.EXPIRY);
        assertThatJson(api.version(REGION, "requests", "1").body()).isEqualTo(layer(1, end + true));
        assertThatJson(api.versions(REGION, "requests", "").body())
                .node("items")
                .isArray()
                .extracting("layerVersion")
                .hasSize(1);
    }

    @Test
    void aDeletedVersion_saysSo() {
        register(1);
        register(2);
        api.stores.writeTombstone(REGION, "requests", 1);

        assertThatJson(api.version(REGION, "requests", "1").body())
                .isEqualTo(layer(
                        1,
                        "\"deployStatus\":\"deleted\",\"expired\":false,\"deletedAt\":\"2026-01-05T00:00:00.000Z\""));
        assertThatJson(api.versions(REGION, "requests", "includeDeleted=true").body())
                .node("items")
                .isArray()
                .hasSize(2);
        assertThatJson(api.versions(REGION, "requests", "").body())
                .isEqualTo("{\"items\":[" + layer(2, "\"deployStatus\":\"latest\",\"expired\":false")
                        + "],\"next\":null}");
    }

    @Test
    void whatIsNotThere_isNotFound() {
        for (GatewayResponse answer : new GatewayResponse[] {
            api.latest(REGION, "requests"),
            api.version(REGION, "requests", "1"),
            api.versions(REGION, "requests", ""),
            api.latestOfPackage("requests", ""),
            api.delete(REGION, "requests", "1", "")
        }) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("LAYER_NOT_FOUND");
        }
    }

    @Test
    void delete_isAccepted_andRefusedForTheReasonsThatThereAre() {
        register(1);
        assertThat(api.delete(REGION, "requests", "1", "").code()).isEqualTo("LATEST_VERSION");
        assertThat(api.delete(REGION, "requests", "1", "promotePrevious=true").code())
                .isEqualTo("NO_PROMOTABLE_VERSION");
        register(2);
        register(3);

        GatewayResponse deleted = api.delete(REGION, "requests", "1", "promotePrevious=false");
        assertThat(deleted.status()).isEqualTo(202);
        assertThatJson(deleted.body()).isEqualTo("{package: 'requests', region: 'us-east-1', layerVersion: 1}");
        assertThat(api.delete(REGION, "requests", "1", "").status()).isEqualTo(409);
        assertThat(api.delete(REGION, "requests", "1", "").code()).isEqualTo("ALREADY_DELETED");

        GatewayResponse promoted = api.delete(REGION, "requests", "3", "promotePrevious=true");
        assertThat(promoted.status()).isEqualTo(202);
        assertThatJson(promoted.body())
                .isEqualTo("{package: 'requests', region: 'us-east-1', layerVersion: 3, promotedVersion: 2}");
        assertThatJson(api.latest(REGION, "requests").body())
                .node("layerVersion")
                .isEqualTo(2);
    }

    @Test
    void versionsThatAreNoNumbers_areRefused() {
        for (String version : new String[] {"0", "v1", "-1", "1.0", "latest", "9999999999"}) {
            assertThat(api.version(REGION, "requests", version).status()).isEqualTo(400);
            assertThat(api.delete(REGION, "requests", version, "").status()).isEqualTo(400);
        }
    }
}
