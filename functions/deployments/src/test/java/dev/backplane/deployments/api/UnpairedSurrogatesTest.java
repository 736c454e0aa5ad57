package dev.backplane.deployments.api;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.Platform;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A text with half of a character, as a cut emoji gives it, is refused; rows that hold one are still of use. */
class UnpairedSurrogatesTest {

    private static final String HALF = "st-\ud800";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private Platform platform;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        platform = DYNAMO.platform(StoreFixture.settings(DYNAMO)).platform();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloudFormationStack | \"st-\\ud800\"",
                "routes | [{\"src\": \"\\udc00\"}]",
                "routes | {\"\\ud800\": 1}",
                "lambdaRoutes | \"\\ud83e\"",
                "prerenders | [[\"\\udd84\\ud83e\"]]",
                "deploymentAlias | \"a\\ud800.example.com\""
            })
    void status_withHalfOfACharacter_isRefused(String field, String value) {
        stores.deployment("d1");
        GatewayResponse answer = status("{\"status\":\"FINISHED\",\"" + field + "\":" + value + "}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(field);
        assertThat(stores.deployments
                        .getDeploymentById(new DeploymentId("d1"))
                        .orElseThrow()
                        .status())
                .isEqualTo(DeploymentStatus.INITIALIZED);
    }

    @ParameterizedTest
    @CsvSource({"alias", "target", "expectedDeployment"})
    void alias_withHalfOfACharacter_isRefused(String field) {
        String body = "{\"alias\":\"a.example.com\",\"target\":\"d1\",\"expectedDeployment\":\"d1\"}"
                .replaceFirst("\"" + field + "\":\"", "\"" + field + "\":\"\\\\ud800");
        assertThat(HttpCall.of(CreateAliasHandler.OPERATION)
                        .body(body)
                        .send(new CreateAliasHandler(platform))
                        .status())
                .isEqualTo(400);
    }

    /** Rows from before such texts were refused. */
    @Test
    void aRowThatHoldsOne_canBeReadChangedAndDeleted() {
        DeploymentId id = stores.deployment("d1");
        SiteConfig config = new SiteConfig(Optional.of("\"\\ud800\""), Optional.empty(), Optional.empty());
        stores.deployments.updateDeploymentStatus(
                id, new StatusChange(DeploymentStatus.FINISHED, Optional.of(HALF), config, Optional.empty()), CAUSE);

        GatewayResponse read =
                HttpCall.of(GetDeploymentHandler.OPERATION).path("id", "d1").send(new GetDeploymentHandler(platform));
        assertThat(read.status()).isEqualTo(200);
        assertThatJson(read.body()).node("status").isEqualTo("FINISHED");
        assertThat(status("{\"status\":\"DESTROY_REQUESTED\"}").status()).isEqualTo(200);
        assertThat(HttpCall.of(DeleteDeploymentHandler.OPERATION)
                        .path("id", "d1")
                        .query("stackDeleted=true")
                        .send(new DeleteDeploymentHandler(platform))
                        .status())
                .isEqualTo(204);
    }

    private GatewayResponse status(String body) {
        return HttpCall.of(UpdateDeploymentStatusHandler.OPERATION)
                .path("id", "d1")
                .body(body)
                .send(new UpdateDeploymentStatusHandler(platform));
    }
}
