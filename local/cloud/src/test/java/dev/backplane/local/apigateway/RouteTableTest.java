package dev.backplane.local.apigateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.backplane.local.apigateway.RouteTable.Match;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {

    /** In an order that would be wrong if the first match won. */
    private final RouteTable table = new RouteTable(Routes.of(
            "ANY /{all+}",
            "GET /pets/{rest+}",
            "GET /pets/{kind}/{id}",
            "GET /pets/dog/{id}",
            "GET /pets/dog/1",
            "ANY /pets/dog/1",
            "GET /{service}/dog/2",
            "GET /aliases/{hostname}",
            "GET /aliases/{hostname}/{basePath+}",
            "POST /aliases",
            "GET /"));

    @ParameterizedTest
    @CsvSource({
        "GET,    /pets/dog/1,       GET /pets/dog/1",
        "POST,   /pets/dog/1,       ANY /pets/dog/1",
        "GET,    /pets/dog/2,       GET /pets/dog/{id}",
        "GET,    /farm/dog/2,       GET /{service}/dog/2",
        "GET,    /pets/cat/2,       GET /pets/{kind}/{id}",
        "GET,    /pets/cat/2/x,     GET /pets/{rest+}",
        "GET,    /pets/cat,         GET /pets/{rest+}",
        "PUT,    /pets/cat,         ANY /{all+}",
        "GET,    /aliases/a.com,    GET /aliases/{hostname}",
        "GET,    /aliases/a.com/b,  GET /aliases/{hostname}/{basePath+}",
        "GET,    /aliases,          ANY /{all+}",
        "POST,   /aliases,          POST /aliases",
        "POST,   /aliases/,         ANY /{all+}",
        "HEAD,   /aliases/a.com,    ANY /{all+}",
        "GET,    /,                 GET /",
        "GET,    /%61liases/a.com,  GET /aliases/{hostname}",
        "GET,    /aliases%2Fa.com,  GET /aliases/{hostname}",
        "GET,    /aliases/a.com%3F/b,  GET /aliases/{hostname}",
        "GET,    /pets/../pets/dog, GET /pets/{rest+}",
        "GET,    //pets/dog/1,      ANY /{all+}",
    })
    void match_takesTheMostSpecificRoute(String method, String path, String key) throws BadEscapeException {
        assertThat(match(method, path).route().key().text()).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({
        "/aliases/a%2Fb,           basePath, b",
        "/aliases/a%3Fb,           hostname, a",
        "/aliases/h%2Fb%3F/c,      basePath, b",
        "/aliases/a%23b,           hostname, a#b",
        "/aliases/%2e%2e,          hostname, ..",
        "/aliases/..,              hostname, ..",
        "/aliases/a%252Fb,         hostname, a%2Fb",
        "/aliases/a+b,             hostname, a+b",
        "/aliases/%E2%82%AC,       hostname, €",
        "/aliases/h/a/b%20c/,      basePath, a/b c/",
        "/aliases/h/../x,          basePath, ../x",
        "/aliases/h//x,            basePath, /x",
        "/aliases/h/a%2Fb/c,       basePath, a/b/c",
    })
    void match_decodesValuesOnce(String path, String name, String value) throws BadEscapeException {
        assertThat(match("GET", path).pathParameters()).contains(entry(name, value));
    }

    @Test
    void match_givesThePathDecodedAndCutAtAQuestionMark() throws BadEscapeException {
        assertThat(match("GET", "/aliases/a%2Fb%3Fc/d").path()).isEqualTo("/aliases/a/b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/aliases/%", "/aliases/%4", "/aliases/%zz", "/aliases/%FF", "/aliases/a%C3", "/%C0%AE%C0%AE/x"})
    void match_whenEscapeIsBad_refuses(String path) {
        assertThatThrownBy(() -> table.match("GET", path)).isInstanceOf(BadEscapeException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /deployments/",
        "GET, /deployments//",
        "GET, /deployments/a/b",
        "GET, /other",
        "GET, /DEPLOYMENTS/a",
        "DELETE, /deployments/a",
        "HEAD, /deployments/a",
        "OPTIONS, /deployments/a",
        "GET, /files/",
        "GET, /files"
    })
    void match_whenNoRouteFits_isEmpty(String method, String path) throws BadEscapeException {
        RouteTable small = new RouteTable(Routes.of("GET /deployments/{id}", "GET /files/{path+}"));
        assertThat(small.match(method, path)).isEmpty();
    }

    @Test
    void match_whenNothingElseFits_takesDefault() throws BadEscapeException {
        RouteTable small = new RouteTable(Routes.of("$default", "GET /a"));
        assertThat(small.match("GET", "/a").orElseThrow().route().key().text()).isEqualTo("GET /a");
        assertThat(small.match("PUT", "/b/c").orElseThrow().route().key().text())
                .isEqualTo("$default");
    }

    @Test
    void new_whenTwoApisHaveOneRoute_namesBoth() {
        List<ApiRoute> routes = List.of(of("First", "GET /a/{id}"), of("Second", "GET /a/{name}"));
        assertThatThrownBy(() -> new RouteTable(routes))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("Test/First")
                .hasMessageContaining("Test/Second")
                .hasMessageContaining("GET /a/{id}");
    }

    @Test
    void new_whenTwoApisHaveADefault_namesBoth() {
        List<ApiRoute> routes = List.of(of("First", "$default"), of("Second", "$default"));
        assertThatThrownBy(() -> new RouteTable(routes)).hasMessageContaining("Test/Second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET", "GET ", "GET a", "/a", "GET /{a+}/b"})
    void parse_whenKeyIsWrong_saysSo(String key) {
        assertThatThrownBy(() -> RouteKey.parse(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("route key " + key);
    }

    private Match match(String method, String path) throws BadEscapeException {
        return table.match(method, path).orElseThrow();
    }

    private static ApiRoute of(String api, String key) {
        return new ApiRoute(
                Routes.api(api, Optional.empty()), RouteKey.parse(key), "f", Duration.ofSeconds(1), Optional.empty());
    }
}
