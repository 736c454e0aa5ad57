package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.tests.EventLoader;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.testing.HttpCall;
import dev.backplane.platform.testing.Invoke;
import dev.backplane.platform.testing.Resources;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Our reading and writing of API Gateway's JSON against that of AWS's own classes. */
class HttpEventTest {

    private static final String FILE = "events/http-request.json";

    private final APIGatewayV2HTTPEvent theirs = EventLoader.loadApiGatewayHttpEvent(FILE);
    private final HttpRequest ours = new HttpRequest(
            Handlers.OPERATION,
            Json.read(HttpEvent.class, Resources.text(FILE).getBytes(StandardCharsets.UTF_8)),
            "sub");

    @Test
    void request_hasTheMethodPathAndQueryThatAwsReads() {
        assertThat(ours.method()).isEqualTo(theirs.getRequestContext().getHttp().getMethod());
        assertThat(ours.pathParameters()).isEqualTo(theirs.getPathParameters());
        assertThat(ours.rawQuery()).isEqualTo(theirs.getRawQueryString());
    }

    @Test
    void request_hasTheHeadersThatAwsReadsWhateverTheirCase() {
        assertThat(theirs.getHeaders()).hasSize(5);
        theirs.getHeaders()
                .forEach((name, value) ->
                        assertThat(ours.header(name.toLowerCase(Locale.ROOT))).contains(value));
    }

    @Test
    void request_hasTheBodyThatAwsReads() {
        assertThat(ours.body()).isEqualTo(theirs.getBody());
    }

    @Test
    void request_hasTheClaimsThatAwsReads() {
        var claims = theirs.getRequestContext().getAuthorizer().getJwt().getClaims();

        assertThat(ours.actor().id()).isEqualTo(claims.get("sub"));
        assertThat(ours.scopes())
                .containsExactlyInAnyOrder(claims.getOrDefault("scope", "").split(" ", -1));
    }

    @Test
    void handler_usesTheRequestIdThatAwsReads() {
        String reply = Invoke.with(
                Handlers.answering(_ -> HttpResponse.problem(409, "TAKEN", "It is.")), Resources.text(FILE));

        assertThat(reply).contains(theirs.getRequestContext().getRequestId());
    }

    @Test
    void reply_isReadByAwsAsItWasMeant() {
        String reply = Invoke.with(
                Handlers.answering(
                        _ -> Handlers.json("{\"a\":\"é\\n\\ud83d\\ude00\"}").withETag("7")),
                HttpCall.of(Handlers.OPERATION).event());

        APIGatewayV2HTTPResponse read = LambdaEventSerializers.serializerFor(
                        APIGatewayV2HTTPResponse.class, getClass().getClassLoader())
                .fromJson(reply);
        assertThat(read.getStatusCode()).isEqualTo(200);
        assertThat(read.getBody()).isEqualTo("{\"a\":\"é\\n\\ud83d\\ude00\"}");
        assertThat(read.getIsBase64Encoded()).isFalse();
        assertThat(read.getHeaders()).containsEntry("etag", "\"7\"").containsEntry("content-type", "application/json");
    }

    @Test
    void request_whenOptionalPartsAreMissing_isReadAllTheSame() {
        HttpRequest bare = new HttpRequest(
                Handlers.OPERATION, Json.read(HttpEvent.class, "{}".getBytes(StandardCharsets.UTF_8)), "sub");

        assertThat(bare.method()).isEmpty();
        assertThat(bare.body()).isEmpty();
        assertThat(bare.rawQuery()).isEmpty();
        assertThat(bare.pathParameters()).isEmpty();
        assertThat(bare.header("accept")).isEmpty();
        assertThat(bare.callerId()).isEmpty();
    }
}
