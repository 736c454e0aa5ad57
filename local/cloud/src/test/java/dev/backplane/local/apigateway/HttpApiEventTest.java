package dev.backplane.local.apigateway;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.http.Requests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpApiEventTest {

    private static final RouteTable ROUTES =
            new RouteTable(Routes.of("ANY /aliases/{hostname}/{basePath+}", "GET /plain", "POST /plain"));

    @Test
    void of_writesWhatApiGatewayWrites() throws BadEscapeException {
        LocalRequest request = Requests.of("PUT", "/aliases/ex%61mple.com/a%2Fb?q=1&r=a%20b+c&q=2&empty=", "{\"x\":1}");
        request = Requests.with(request, "content-type", "application/json");
        request = Requests.with(request, "cookie", "a=1; b=2");
        request = Requests.with(request, "user-agent", "test");
        request = Requests.with(request, "x-many", "one");
        request = Requests.with(request, "x-many", "two");
        request = Requests.with(request, "connection", "keep-alive");
        assertThatJson(event(request, Optional.of(authorized()))).isEqualTo("""
                        {
                          "version": "2.0",
                          "routeKey": "ANY /aliases/{hostname}/{basePath+}",
                          "rawPath": "/aliases/example.com/a/b",
                          "rawQueryString": "q=1&r=a%20b+c&q=2&empty=",
                          "cookies": ["a=1", "b=2"],
                          "headers": {
                            "content-length": "7",
                            "content-type": "application/json",
                            "host": "127.0.0.1:4510",
                            "user-agent": "test",
                            "x-forwarded-for": "127.0.0.1",
                            "x-forwarded-proto": "http",
                            "x-many": "one,two"
                          },
                          "queryStringParameters": {"q": "1,2", "r": "a b c", "empty": ""},
                          "requestContext": {
                            "accountId": "000000000000",
                            "apiId": "apiApi",
                            "authorizer": {
                              "jwt": {
                                "claims": {
                                  "sub": "user-1",
                                  "scope": "b/a.read b/a.write",
                                  "exp": "1767612030",
                                  "verified": "true",
                                  "groups": "[x y]"
                                },
                                "scopes": ["b/a.read"]
                              }
                            },
                            "domainName": "127.0.0.1",
                            "domainPrefix": "127",
                            "http": {
                              "method": "PUT",
                              "path": "/aliases/example.com/a/b",
                              "protocol": "HTTP/1.1",
                              "sourceIp": "127.0.0.1",
                              "userAgent": "test"
                            },
                            "requestId": "request-1",
                            "routeKey": "ANY /aliases/{hostname}/{basePath+}",
                            "stage": "$default",
                            "time": "05/Jan/2026:10:20:30 +0000",
                            "timeEpoch": 1767608430456
                          },
                          "pathParameters": {"hostname": "example.com", "basePath": "a/b"},
                          "body": "{\\"x\\":1}",
                          "isBase64Encoded": false
                        }""");
    }

    @Test
    void of_leavesOutWhatIsNotThere() throws BadEscapeException {
        assertThatJson(event(Requests.get("/plain"), Optional.empty()))
                .isObject()
                .containsOnlyKeys(
                        "version",
                        "routeKey",
                        "rawPath",
                        "rawQueryString",
                        "headers",
                        "requestContext",
                        "isBase64Encoded");
    }

    @Test
    void of_isReadByTheTypeOfAws() throws BadEscapeException {
        LocalRequest request = Requests.of("PUT", "/aliases/example.com/docs?q=1&q=2", "{\"x\":1}");
        request = Requests.with(Requests.with(request, "content-type", "application/json"), "cookie", "a=1");
        APIGatewayV2HTTPEvent event = LambdaEventSerializers.serializerFor(
                        APIGatewayV2HTTPEvent.class, APIGatewayV2HTTPEvent.class.getClassLoader())
                .fromJson(event(request, Optional.of(authorized())));
        assertThat(event.getVersion()).isEqualTo("2.0");
        assertThat(event.getRouteKey()).isEqualTo("ANY /aliases/{hostname}/{basePath+}");
        assertThat(event.getRawPath()).isEqualTo("/aliases/example.com/docs");
        assertThat(event.getRawQueryString()).isEqualTo("q=1&q=2");
        assertThat(event.getCookies()).containsExactly("a=1");
        assertThat(event.getHeaders()).containsEntry("content-type", "application/json");
        assertThat(event.getQueryStringParameters()).isEqualTo(Map.of("q", "1,2"));
        assertThat(event.getPathParameters()).isEqualTo(Map.of("hostname", "example.com", "basePath", "docs"));
        assertThat(event.getBody()).isEqualTo("{\"x\":1}");
        assertThat(event.getIsBase64Encoded()).isFalse();
        APIGatewayV2HTTPEvent.RequestContext context = event.getRequestContext();
        assertThat(context.getRequestId()).isEqualTo("request-1");
        assertThat(context.getTimeEpoch()).isEqualTo(Requests.NOW.toEpochMilli());
        assertThat(context.getHttp().getMethod()).isEqualTo("PUT");
        assertThat(context.getAuthorizer().getJwt().getClaims()).containsEntry("sub", "user-1");
        assertThat(context.getAuthorizer().getJwt().getScopes()).containsExactly("b/a.read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON; charset=utf-8",
                "text/plain",
                "text/csv",
                "application/xml",
                "application/javascript"
            })
    void of_whenTypeIsText_handsTheBodyOnAsText(String type) throws BadEscapeException {
        LocalRequest request = Requests.with(Requests.of("POST", "/plain", "grün"), "content-type", type);
        assertThatJson(event(request, Optional.empty()))
                .and(
                        json -> json.node("body").isEqualTo("grün"),
                        json -> json.node("isBase64Encoded").isEqualTo(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/x-www-form-urlencoded",
                "application/octet-stream",
                "application/merge-patch+json",
                "image/png"
            })
    void of_whenTypeIsAnother_encodesTheBody(String type) throws BadEscapeException {
        LocalRequest request = Requests.of("POST", "/plain", "abc");
        request = type.isEmpty() ? request : Requests.with(request, "content-type", type);
        assertThatJson(event(request, Optional.empty()))
                .and(
                        json -> json.node("body").isEqualTo("YWJj"),
                        json -> json.node("isBase64Encoded").isEqualTo(true));
    }

    @ParameterizedTest
    @CsvSource({"a=%2B, a, +", "a=b=c, a, b=c", "%61=1, a, 1", "a, a, ''", "a=%252F, a, %2F", "a=x&a=&a=y, a, 'x,,y'"})
    void of_decodesQueryValuesOnce(String query, String name, String value) throws BadEscapeException {
        assertThatJson(event(Requests.get("/plain?" + query), Optional.empty()))
                .node("queryStringParameters." + name)
                .isEqualTo("\"" + value + "\"");
    }

    private static String event(LocalRequest request, Optional<AuthorizerContext> authorized)
            throws BadEscapeException {
        RouteTable.Match match = ROUTES.match(request.method(), request.path()).orElseThrow();
        return HttpApiEvent.of(request, match, authorized, "request-1").text();
    }

    private static AuthorizerContext authorized() {
        ObjectNode claims = JsonNodeFactory.instance
                .objectNode()
                .put("sub", "user-1")
                .put("scope", "b/a.read b/a.write")
                .put("exp", 1767612030L)
                .put("verified", true);
        List.of("x", "y").forEach(claims.putArray("groups")::add);
        return new AuthorizerContext(claims, Set.of("b/a.read"));
    }
}
