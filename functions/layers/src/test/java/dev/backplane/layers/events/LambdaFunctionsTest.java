package dev.backplane.layers.events;

import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.lambda.model.LambdaException;

class LambdaFunctionsTest {

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

    private boolean isInUse(LayerArn layer) {
        return functions.isInUse(layer);
    }

    @Test
    void theUnpublishedVersion_usesItsLayers() {
        lambda.version("a", "$LATEST", TWO.value()).version("b", "$LATEST", "arn:other", ONE.value());

        assertThat(isInUse(ONE)).isTrue();
        assertThat(isInUse(TWO)).isTrue();
        assertThat(lambda.calls()).containsOnly("us-west-2 functions");
    }

    @Test
    void aPublishedVersion_usesItsLayersOnlyIfAnAliasInvokesIt() {
        lambda.version("a", "$LATEST").version("a", "1", ONE.value()).version("a", "2", TWO.value());

        assertThat(isInUse(ONE)).isFalse();

        lambda.alias("a", "live", "2");
        assertThat(isInUse(ONE)).isFalse();
        assertThat(isInUse(TWO)).isTrue();
    }

    @Test
    void aVersionWithAPartOfTheTraffic_usesItsLayers() {
        lambda.version("a", "1", ONE.value()).version("a", "2").alias("a", "live", "2", "1");

        assertThat(isInUse(ONE)).isTrue();
    }

    @Test
    void thePages_areReadUntilTheLayerIsFound() {
        lambda.pageSize(1)
                .version("a", "$LATEST")
                .version("b", "$LATEST", ONE.value())
                .version("c", "$LATEST", TWO.value());

        assertThat(isInUse(ONE)).isTrue();
        assertThat(lambda.calls()).containsExactly("us-west-2 functions", "us-west-2 functions 1");
        assertThat(isInUse(TWO)).isTrue();
        assertThat(isInUse(arn("us-west-2", "requests", 3))).isFalse();
    }

    @Test
    void theAliases_areListedOnceAPage_andOnlyOfFunctionsThatCouldUseALayer() {
        lambda.version("a", "1", "arn:other").version("b", "1", ONE.value()).version("b", "2", ONE.value());

        assertThat(isInUse(ONE)).isFalse();
        assertThat(lambda.calls()).containsExactly("us-west-2 functions", "us-west-2 aliases of b");
    }

    @Test
    void whenLambdaCannotBeAsked_thereIsNoAnswer() {
        lambda.answer(403, "AccessDeniedException");
        assertThatExceptionOfType(LambdaException.class).isThrownBy(() -> isInUse(ONE));

        aws.unreachable(new IOException("no route"));
        assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> isInUse(ONE));
    }
}
