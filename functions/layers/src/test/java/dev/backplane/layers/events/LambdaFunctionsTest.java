package dev.backplane.layers.events;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.model.LambdaException;

class LambdaFunctionsTest {

    private static final RegionName REGION = new RegionName("us-west-2");
    private static final LayerArn ONE = arn("us-west-2", "requests", 1);
    private static final LayerArn TWO = arn("us-west-2", "requests", 2);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private FakeAws aws;
    private FakeFunctions lambda;
    private LambdaFunctions functions;

    @BeforeEach
    void open() {
        DeleterFixture fixture = new DeleterFixture(DYNAMO);
        aws = fixture.aws;
        lambda = aws.functions();
        functions = new LambdaFunctions(
                new LambdaClients(fixture.platform.platform().aws()));
    }

    private Set<LayerArn> inUse(LayerArn... layers) {
        return functions.inUse(REGION, List.of(layers));
    }

    @Test
    void theUnpublishedVersion_usesItsLayers() {
        lambda.version("a", "$LATEST", TWO.value()).version("b", "$LATEST", "arn:other", ONE.value());

        assertThat(inUse(ONE)).containsExactly(ONE);
        assertThat(inUse(ONE, TWO)).containsExactlyInAnyOrder(ONE, TWO);
        assertThat(lambda.calls()).containsOnly("us-west-2 functions");
    }

    @Test
    void aPublishedVersion_usesItsLayersOnlyIfAnAliasInvokesIt() {
        lambda.version("a", "$LATEST").version("a", "1", ONE.value()).version("a", "2", TWO.value());

        assertThat(inUse(ONE, TWO)).isEmpty();

        lambda.alias("a", "live", "2");
        assertThat(inUse(ONE, TWO)).containsExactly(TWO);
    }

    @Test
    void aVersionWithAPartOfTheTraffic_usesItsLayers() {
        lambda.version("a", "1", ONE.value()).version("a", "2").alias("a", "live", "2", "1");

        assertThat(inUse(ONE)).containsExactly(ONE);
    }

    @Test
    void thePages_areReadUntilAllLayersAreFound() {
        lambda.pageSize(1)
                .version("a", "$LATEST")
                .version("b", "$LATEST", ONE.value())
                .version("c", "$LATEST", TWO.value());

        assertThat(inUse(ONE)).containsExactly(ONE);
        assertThat(lambda.calls()).containsExactly("us-west-2 functions", "us-west-2 functions 1");
        assertThat(inUse(TWO)).containsExactly(TWO);
        assertThat(inUse(arn("us-west-2", "requests", 3))).isEmpty();
    }

    @Test
    void theAliases_areListedOnceAPage_andOnlyOfFunctionsThatCouldUseALayer() {
        lambda.version("a", "1", "arn:other").version("b", "1", ONE.value()).version("b", "2", ONE.value());

        assertThat(inUse(ONE)).isEmpty();
        assertThat(lambda.calls()).containsExactly("us-west-2 functions", "us-west-2 aliases of b");
    }

    @Test
    void whenLambdaCannotBeAsked_thereIsNoAnswer() {
        lambda.answer(403, "AccessDeniedException");
        assertThatExceptionOfType(LambdaException.class).isThrownBy(() -> inUse(ONE));

        aws.unreachable(new IOException("no route"));
        assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> inUse(ONE));
    }
}
