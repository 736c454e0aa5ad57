package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers see: other origins, the headers of answers, and the site at the root of the address. */
@Timeout(600)
class BrowserTest {

    private static final String ALLOWED = "https://app.example.com";
    private static final String FOREIGN = "https://evil.example.com";
    private static final String ALLOW_ORIGIN = "access-control-allow-origin";

    // As allowedOrigins of a stage makes it; ApisTest in infra compares the templates with the contract.
    private static final String CORS = """
            {"AllowOrigins": ["https://app.example.com"],
             "AllowMethods": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
             "AllowHeaders": ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Expires-At"],
             "ExposeHeaders": ["ETag", "Location", "Retry-After", "Content-Disposition", "Expires-At"],
             "MaxAge": 3600}""";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static LocalServer server;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withEdit((stack, template) -> allow(template)));
    }

    @AfterAll
    static void stop() {
        CLIENT.close();
        server.close();
    }

    private static void allow(JsonNode template) {
        template.path("Resources").forEach(resource -> {
            if (resource.path("Type").asText().equals("AWS::ApiGatewayV2::Api")) {
                ((ObjectNode) resource.path("Properties")).set("CorsConfiguration", json(CORS));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"POST, /deployments", "PUT, /userdata/apps/a/users/me/blob/b", "DELETE, /pool/none", "PATCH, /tenants"})
    void preflight_ofAnAllowedOrigin_needsNoToken(String method, String path) {
        HttpResponse<String> answer = send(preflight(path, ALLOWED, method));

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(header(answer, ALLOW_ORIGIN)).isEqualTo(ALLOWED);
        assertThat(header(answer, "access-control-allow-methods").split(",")).contains(method);
        assertThat(header(answer, "access-control-allow-headers").split(",")).contains("Authorization", "If-Match");
        assertThat(header(answer, "access-control-max-age")).isEqualTo("3600");
        assertThat(header(answer, "access-control-allow-credentials")).isEmpty();
    }

    @Test
    void preflight_ofAForeignOrigin_allowsNothing() {
        HttpResponse<String> answer = send(preflight("/deployments", FOREIGN, "POST"));

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    }

    @Test
    void request_ofAnAllowedOrigin_mayReadTheAnswerAndItsHeaders() {
        HttpResponse<String> answer = send(request("/deployments/none").header("Origin", ALLOWED));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(header(answer, ALLOW_ORIGIN)).isEqualTo(ALLOWED);
        assertThat(header(answer, "access-control-expose-headers").split(","))
                .containsExactly("ETag", "Location", "Retry-After", "Content-Disposition", "Expires-At");
    }

    /** AWS documents CORS headers for answers of integrations only. */
    @Test
    void request_thatTheGatewayItselfRefuses_mayNotBeRead() {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(address("/deployments/none")).header("Origin", ALLOWED));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(header(answer, ALLOW_ORIGIN)).isEmpty();
    }

    @Test
    void request_ofAnOpaqueOrigin_isAnsweredButMayNotBeRead() {
        HttpResponse<String> answer = send(request("/deployments/none").header("Origin", "null"));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(header(answer, ALLOW_ORIGIN)).isEmpty();
    }

    @Test
    void request_ofAForeignOrigin_isAnsweredButMayNotBeRead() {
        HttpResponse<String> answer = send(request("/deployments/none").header("Origin", FOREIGN));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(header(answer, ALLOW_ORIGIN)).isEmpty();
    }

    @Test
    void awsApis_staySafeFromAllowedOrigins() {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(address("/"))
                .header("Origin", ALLOWED)
                .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                .POST(BodyPublishers.ofString("{}")));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(header(answer, ALLOW_ORIGIN)).isEmpty();
    }

    @Test
    void answers_andProblems_areNeitherStoredNorGuessed() {
        for (String path : new String[] {"/deployments", "/deployments/none", "/pool?colour=blue"}) {
            HttpResponse<String> answer = send(request(path));

            assertThat(header(answer, "x-content-type-options")).as(path).isEqualTo("nosniff");
            assertThat(header(answer, "cache-control")).as(path).isEqualTo("no-store");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "image/png, '', ''",
        "video/mp4, '', ''",
        "text/html, attachment, sandbox",
        "image/svg+xml, attachment, sandbox",
        "application/pdf, attachment, sandbox"
    })
    void blob_runsNoScriptsInTheOriginOfTheApi(String type, String disposition, String policy) {
        String path = "/userdata/apps/blobs/users/ann/blob/a";
        send(request("/userdata/apps").POST(BodyPublishers.ofString("{\"name\":\"blobs\",\"quotaBytes\":100000}")));
        HttpResponse<String> put = send(
                request(path).header("Content-Type", type).PUT(BodyPublishers.ofString("<script>alert(1)</script>")));
        assertThat(put.statusCode()).as(put.body()).isIn(200, 201);

        HttpResponse<String> answer = send(request(path));

        assertThat(header(answer, "content-type")).isEqualTo(type);
        assertThat(header(answer, "content-disposition")).isEqualTo(disposition);
        assertThat(header(answer, "content-security-policy")).isEqualTo(policy);
        assertThat(header(answer, "x-content-type-options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html; charset=utf-8, <title>Backplane</title>",
        "/docs, text/html; charset=utf-8, deployments.yaml",
        "/docs/scalar.js, text/javascript; charset=utf-8, Scalar",
        "/docs/pool.yaml, application/yaml, openapi: 3.1.0",
        "/site.css, text/css; charset=utf-8, :root"
    })
    void site_isServedWithoutATokenAndWithSecurityHeaders(String path, String type, String content) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(address(path)));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains(content);
        assertThat(header(answer, "content-type")).isEqualTo(type);
        assertThat(header(answer, "content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(header(answer, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(header(answer, "x-frame-options")).isEqualTo("DENY");
        assertThat(header(answer, "referrer-policy")).isEqualTo("no-referrer");
    }

    @Test
    void config_namesTheStageAndTheIssuerOfItsTokens() {
        JsonNode config =
                json(send(HttpRequest.newBuilder(address("/config.json"))).body());
        JsonNode issuer = json(send(HttpRequest.newBuilder(address("/.well-known/openid-configuration")))
                .body());

        assertThat(config.path("stage").asText()).isEqualTo("dev");
        assertThat(config.path("region").asText()).isEqualTo("us-east-1");
        assertThat(config.path("issuer")).isEqualTo(issuer.path("issuer"));
        assertThat(config.path("clientId").asText()).isEqualTo("backplane-dev-people");
        assertThat(config.path("authorizeUrl")).isEqualTo(issuer.path("authorization_endpoint"));
        assertThat(config.path("tokenUrl")).isEqualTo(issuer.path("token_endpoint"));
        assertThatJson(config.path("links")).isEqualTo(Map.of("docs", "/docs"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/none", "/docs/none.yaml", "/docs/../index.html", "/poolfoo"})
    void unknownPath_isNotFoundAsBefore(String path) {
        HttpResponse<String> answer = send(request(path));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("{\"message\":\"Not Found\"}");
    }

    private static HttpRequest.Builder preflight(String path, String origin, String method) {
        return HttpRequest.newBuilder(address(path))
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", origin)
                .header("Access-Control-Request-Method", method)
                .header("Access-Control-Request-Headers", "authorization,content-type");
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address(path)).header("Authorization", "Bearer " + server.token());
    }

    private static URI address(String path) {
        return URI.create(server.address() + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
