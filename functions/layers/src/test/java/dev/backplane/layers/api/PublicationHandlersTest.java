package dev.backplane.layers.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.workflow.LayerPublisherHandler;
import dev.backplane.layers.workflow.PublishingAws;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicationHandlersTest {

    private static final Pattern ID = Pattern.compile("\"publicationId\":\"([0-9a-f]{32})\"");
    private static final String BODY =
            "{\"package\":\"Requests\",\"packageVersion\":\"1\",\"regions\":[\"us-east-1\",\"eu-west-1\"]}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private PublishingAws aws;
    private Platform platform;

    @BeforeEach
    void open() {
        AwsConnection local = DYNAMO.aws();
        aws = new PublishingAws(local.http());
        platform = new TestPlatform(
                        Map.of(
                                LayersSettings.LAYER_TABLE,
                                DYNAMO.table(LayerStore.TABLE),
                                LayersSettings.UPLOAD_BUCKET,
                                "uploads",
                                LayersSettings.PUBLISH_MACHINE,
                                "arn:aws:states:us-east-1:000000000000:stateMachine:layer-publish",
                                LayerLimits.LAYER_REGIONS,
                                "us-east-1,eu-west-1"),
                        new AwsConnection(aws, local.credentials(), local.region(), local.endpoint()))
                .platform();
    }

    private GatewayResponse create(String body) {
        return HttpCall.of(CreatePublicationHandler.OPERATION)
                .header("idempotency-key", "key")
                .body(body)
                .send(new CreatePublicationHandler(platform));
    }

    private String created() {
        GatewayResponse answer = create(BODY);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        Matcher id = ID.matcher(answer.body());
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    private GatewayResponse start(String id) {
        return of(StartPublicationHandler.OPERATION, id).send(new StartPublicationHandler(platform));
    }

    private GatewayResponse get(String id) {
        return of(GetPublicationHandler.OPERATION, id).send(new GetPublicationHandler(platform));
    }

    private static HttpCall of(Operation operation, String id) {
        return HttpCall.of(operation).path("publicationId", id);
    }

    @Test
    void create_returnsWhereToUpload() {
        GatewayResponse answer = create(BODY);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body())
                .contains(
                        "\"package\":\"requests\"", "\"status\":\"created\"", "\"method\":\"PUT\"", "X-Amz-Signature=");
    }

    @Test
    void create_again_isTheSame_andWithAnotherBodyRefused() {
        String id = created();

        assertThat(create(BODY).status()).isEqualTo(200);
        assertThat(create(BODY).body()).contains(id);
        assertThat(create(BODY.replace("\"1\"", "\"2\"")).body()).contains("IDEMPOTENCY_MISMATCH");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[]}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"us-east-1\",\"us-east-1\"]}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"cn-north-1\"]}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"us-west-2\"]}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"us-east-1\"],\"share\":{}}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"us-east-1\"],\"share\":{\"accounts\":[\"1\"]}}",
                "{\"package\":\"a\",\"packageVersion\":\"1\",\"regions\":[\"us-east-1\"],"
                        + "\"share\":{\"accounts\":[\"111111111111\"],\"organizationId\":\"o-a1b2c3d4e5\"}}",
                "{\"package\":\"a\",\"packageVersion\":\"1\"}"
            })
    void create_ofWhatCannotBe_is400(String body) {
        assertThat(create(body).status()).isEqualTo(400);
    }

    @Test
    void start_withoutAnUpload_is409() {
        String id = created();
        aws.upload(0);

        assertThat(start(id).body()).contains("NOT_UPLOADED");
        assertThat(get(id).body()).contains("\"status\":\"created\"");
    }

    @Test
    void start_ofALargeUpload_is413() {
        String id = created();
        aws.upload(50_000_001);

        GatewayResponse answer = start(id);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("UPLOAD_TOO_LARGE", "\"limitBytes\":50000000");
        aws.upload(50_000_000);
        assertThat(start(id).status()).isEqualTo(202);
    }

    @Test
    void start_ofAnExecutionThatEndedWithoutAResult_startsAnother() {
        String id = created();
        assertThat(start(id).body()).contains("-1\"");
        aws.endExecutions();

        assertThat(get(id).body()).contains("\"status\":\"interrupted\"");
        assertThat(start(id).body()).contains("-2\"", "\"status\":\"running\"");
    }

    @Test
    void whatIsNotThere_is404() {
        String none = "00000000000000000000000000000000";

        assertThat(get(none).body()).contains("PUBLICATION_NOT_FOUND");
        assertThat(start(none).body()).contains("PUBLICATION_NOT_FOUND");
        assertThat(get("none").status()).isEqualTo(400);
    }

    @Test
    void aRegionThatNeverAnswers_fails_andThePublicationEnds() {
        String id = created();
        start(id);
        aws.silence("eu-west-1");
        task(id, "publish", ",\"region\":\"us-east-1\"");

        task(id, "finish", "");

        assertThat(get(id).body())
                .contains("\"status\":\"partial\"")
                .contains("\"region\":\"eu-west-1\",\"status\":\"failed\"")
                .contains("\"region\":\"us-east-1\",\"status\":\"succeeded\"");
    }

    private void task(String id, String step, String region) {
        Invoke.with(
                new LayerPublisherHandler(platform),
                "{\"step\":\"" + step + "\",\"publicationId\":\"" + id + "\",\"attempt\":1" + region + "}");
    }
}
