package dev.backplane.layers.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BuildHandlersTest {

    private static final String TEXT = "requests==2.32.3\n";
    private static final String HASH = RequirementsHash.of(TEXT).value();
    private static final String BODY = "{\"packageVersion\":\"2.32.3\",\"requirementsTxt\":\"requests==2.32.3\\n\"";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private static String build(int version) {
        return """
                {"package":"requests","buildVersion":%d,"packageVersion":"2.32.3","dependencies":["requests==2.32.3"],
                 "requirementsHash":"%s","createdAt":"2026-01-05T00:00:00.000Z"}""".formatted(version, HASH);
    }

    @Test
    void register_answersTheBuildAndWhereItIs() {
        GatewayResponse answer = api.build("Requests", BODY + ",\"requirementsHash\":\"" + HASH + "\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("location")).contains("/builds/requests/1");
        assertThatJson(answer.body()).isEqualTo(build(1));
        assertThat(api.latestBuild("requests").body()).isEqualTo(answer.body());
        assertThat(api.buildVersion("requests", "1").body()).isEqualTo(answer.body());
        assertThatJson(api.builds("requests", "").body()).isEqualTo("{items: [" + build(1) + "], next: null}");
        assertThatJson(api.latestBuilds("").body()).isEqualTo("{items: [" + build(1) + "], next: null}");
    }

    @Test
    void register_again_changesNothing_unlessForced() {
        api.build("requests", BODY + "}");

        GatewayResponse again = api.build("requests", BODY + ",\"force\":false}");
        assertThat(again.status()).isEqualTo(200);
        assertThatJson(again.body()).isEqualTo(build(1));
        GatewayResponse forced = api.build("requests", BODY + ",\"force\":true}");
        assertThat(forced.status()).isEqualTo(201);
        assertThatJson(forced.body()).isEqualTo(build(2));
    }

    @Test
    void register_withNothingRight_namesEveryMistake() {
        GatewayResponse answer =
                api.build("#", "{\"packageVersion\":1,\"requirementsHash\":\"x\",\"force\":\"yes\",\"z\":0}");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body())
                .node("errors")
                .isArray()
                .extracting("field")
                .containsExactly("package", "packageVersion", "requirementsTxt", "requirementsHash", "force", "z");
        assertThat(api.stores.rows()).isEmpty();
    }

    /** Its paths would be those of the latest builds. */
    @Test
    void register_ofAPackageNamedLatest_isRefused() {
        GatewayResponse answer = api.build("Latest", BODY + "}");

        assertThat(answer.status()).isEqualTo(400);
        assertThatJson(answer.body())
                .node("errors")
                .isEqualTo("[{field: 'package', message: 'must not be latest, which is reserved'}]");
    }

    @Test
    void whatIsNotThere_isNotFound() {
        for (GatewayResponse answer : new GatewayResponse[] {
            api.latestBuild("requests"), api.builds("requests", ""), api.buildVersion("requests", "1")
        }) {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("BUILD_NOT_FOUND");
        }
        assertThat(api.requirements(HASH).status()).isEqualTo(404);
        assertThat(api.requirements("abc").status()).isEqualTo(400);
    }

    @Test
    void requirements_areAnsweredByTheirHash() {
        api.build("requests", BODY + "}");

        assertThatJson(api.requirements(HASH.toUpperCase(Locale.ROOT)).body())
                .isEqualTo("{\"requirementsHash\":\"" + HASH + "\",\"requirementsTxt\":\"requests==2.32.3\\n\"}");
    }
}
