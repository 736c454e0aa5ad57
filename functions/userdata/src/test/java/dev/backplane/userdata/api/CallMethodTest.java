package dev.backplane.userdata.api;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import dev.backplane.platform.http.Scope;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods of UDS, each of which stands for a route. */
class CallMethodTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        api.createApp("{\"name\":\"notes\",\"quotaBytes\":1000}");
    }

    private GatewayResponse send(String body, String... scopes) {
        return api.send(
                CallMethodHandler.OPERATION,
                HttpCall.of(CallMethodHandler.OPERATION)
                        .scopes(scopes)
                        .sub("ann")
                        .body(body));
    }

    private GatewayResponse call(String method, String params) {
        return send("{\"method\":\"" + method + "\",\"params\":" + params + "}", ApiFixture.SELF);
    }

    private static String result(GatewayResponse response) {
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.header("content-type")).contains("application/json");
        return response.body();
    }

    /** Each method of UDS, the operation and the route that it stands for, and what the two calls answer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            data.app.get          | GetJson          | GET /userdata/apps/{app}/users/{user}/json/{key}
            data.app.set          | PutJson          | PUT /userdata/apps/{app}/users/{user}/json/{key}
            data.app.merge        | PatchJson        | PATCH /userdata/apps/{app}/users/{user}/json/{key}
            data.app.delete       | DeleteJson       | DELETE /userdata/apps/{app}/users/{user}/json/{key}
            data.app.list         | ListJson         | GET /userdata/apps/{app}/users/{user}/json
            data.app.query        | ListJson         | GET /userdata/apps/{app}/users/{user}/json
            data.app.json.get     | GetJson          | GET /userdata/apps/{app}/users/{user}/json/{key}
            data.app.json.set     | PutJson          | PUT /userdata/apps/{app}/users/{user}/json/{key}
            data.app.json.merge   | PatchJson        | PATCH /userdata/apps/{app}/users/{user}/json/{key}
            data.app.json.delete  | DeleteJson       | DELETE /userdata/apps/{app}/users/{user}/json/{key}
            data.app.json.list    | ListJson         | GET /userdata/apps/{app}/users/{user}/json
            data.app.blob.get     | GetBlob          | GET /userdata/apps/{app}/users/{user}/blob/{key}
            data.app.blob.set     | PutBlob          | PUT /userdata/apps/{app}/users/{user}/blob/{key}
            data.app.blob.delete  | DeleteBlob       | DELETE /userdata/apps/{app}/users/{user}/blob/{key}
            data.app.blob.list    | ListBlobs        | GET /userdata/apps/{app}/users/{user}/blob
            data.user.get         | GetJson          | GET /userdata/users/{user}/content/{key}
            data.user.set         | PutJson          | PUT /userdata/users/{user}/content/{key}
            data.user.merge       | PatchJson        | PATCH /userdata/users/{user}/content/{key}
            data.user.delete      | DeleteJson       | DELETE /userdata/users/{user}/content/{key}
            data.user.list        | ListJson         | GET /userdata/users/{user}/content
            data.user.query       | ListJson         | GET /userdata/users/{user}/content
            data.cb.get           | GetBehavior      | GET /userdata/users/{user}/cb/{key}
            data.cb.set           | PutBehavior      | PUT /userdata/users/{user}/cb/{key}
            data.cb.merge         | PatchBehavior    | PATCH /userdata/users/{user}/cb/{key}
            data.cb.unset         | DeleteBehavior   | DELETE /userdata/users/{user}/cb/{key}
            data.cb.query         | ListBehavior     | GET /userdata/users/{user}/cb
            data.cb.increment     | IncrementCounter | POST /userdata/users/{user}/cb/{key}/increments
            data.cb.decrement     | IncrementCounter | POST /userdata/users/{user}/cb/{key}/increments
            data.admin.users      | ListAppUsers     | GET /userdata/apps/{app}/users
            data.admin.apps       | ListUserApps     | GET /userdata/users/{user}/apps
            """)
    void method_standsForItsRoute(String method, String operation, String route) {
        assertThat(RpcMethod.find(method).map(RpcMethod::route)).contains(route);
        assertThat(operationOf(route).name()).isEqualTo(operation);
    }

    private static Operation operationOf(String route) {
        return ApiFixture.operations().stream()
                .filter(operation -> operation.routes().stream().map(Route::key).anyMatch(route::equals))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> methods() {
        return RpcMethod.ALL.stream().map(RpcMethod::name);
    }

    /** Values are stored before, so that each of the two calls finds one. */
    @ParameterizedTest
    @MethodSource("methods")
    void method_answersAsItsRoute(String name) {
        for (String each : List.of("data.app.set", "data.user.set", "data.cb.set")) {
            result(call(
                    each,
                    "{\"app\":\"notes\",\"key\":\"a\",\"data\":1}"
                            .replace("\"app\":\"notes\",", each.startsWith("data.app") ? "\"app\":\"notes\"," : "")));
        }
        result(call("data.app.blob.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":\"AQ==\"}"));
        RpcMethod method = RpcMethod.find(name).orElseThrow();
        String data = method.takesData() ? ",\"data\":\"\"" : "";
        String params = Stream.of("app", "user", "key")
                .filter(method::hasVariable)
                .map(each -> '"' + each + "\":\""
                        + Map.of("app", "notes", "user", "ann", "key", "a").get(each) + '"')
                .collect(Collectors.joining(",", "{", data + "}"));

        GatewayResponse response = send(
                "{\"method\":\"" + name + "\",\"params\":" + params + "}",
                operationOf(method.route()).fullScopes().toArray(String[]::new));

        // A string is not an object, so a merge of one is refused.
        assertThat(response.status()).as(response.body()).isEqualTo(name.endsWith("merge") ? 400 : 200);
        assertThat(api.stores.test.lines().getLast()).contains("\"method\":\"" + name + '"');
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_hasTheScopesOfItsRoute(String name) {
        Operation operation = operationOf(RpcMethod.find(name).orElseThrow().route());
        List<String> others = Stream.of(Scopes.SELF, Scopes.SERVICE, Scopes.ADMIN)
                .filter(scope -> name.startsWith("data.admin.")
                        ? !scope.equals(Scopes.ADMIN)
                        : !operation.scopes().contains(scope))
                .map(Scope::full)
                .toList();
        String body = "{\"method\":\"" + name + "\",\"params\":{\"app\":\"notes\",\"key\":\"a\",\"data\":\"\"}}";

        assertThat(send(body, others.toArray(String[]::new)).code()).isEqualTo("INSUFFICIENT_SCOPE");
        assertThat(api.stores.test.lines().getLast()).contains("\"calls\":0.0");
    }

    @Test
    void tableOfMethods_isDocumented() throws IOException {
        Map<String, String> documented = Files.readAllLines(Path.of("../../docs/data-model/userdata.md")).stream()
                .map(line -> line.split("\\|", -1))
                .filter(cells -> cells.length == 5 && cells[1].startsWith(" `data."))
                .collect(Collectors.toMap(
                        cells -> cells[1].replace("`", "").strip(),
                        cells -> cells[3].replace("`", "").strip()));

        assertThat(documented)
                .isEqualTo(RpcMethod.ALL.stream().collect(Collectors.toMap(RpcMethod::name, RpcMethod::route)));
    }

    @Test
    void values_areWrittenAndReadWithTheirDigits() {
        GatewayResponse written =
                call("data.app.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":{\"n\":1.50,\"t\":\"\\ufffd\"}}");
        assertThatJson(result(written)).node("result.key").isEqualTo("a");
        assertThat(written.header("etag")).isPresent();

        assertThat(result(call("data.app.get", "{\"app\":\"notes\",\"user\":\"me\",\"key\":\"a\"}")))
                .isEqualTo("{\"result\":{\"n\":1.50,\"t\":\"\ufffd\"}}");
        assertThat(result(call("data.app.delete", "{\"app\":\"notes\",\"key\":\"a\"}")))
                .isEqualTo("{\"result\":null}");
        assertThat(call("data.app.get", "{\"app\":\"notes\",\"key\":\"a\"}").code())
                .isEqualTo("KEY_NOT_FOUND");
    }

    @Test
    void lists_havePages() {
        for (String key : List.of("a1", "a2", "b")) {
            call("data.app.set", "{\"app\":\"notes\",\"key\":\"" + key + "\",\"data\":null}");
        }

        String first = result(call("data.app.query", "{\"app\":\"notes\",\"prefix\":\"a\",\"limit\":1}"));
        assertThatJson(first).inPath("$.result.items[*].value").isEqualTo("[null]");
        String cursor = first.replaceFirst(".*\"next\":\"([^\"]+)\".*", "$1");
        String second = result(call(
                "data.app.query",
                "{\"app\":\"notes\",\"prefix\":\"a\",\"limit\":\"1\",\"cursor\":\"" + cursor + "\"}"));
        assertThatJson(second).inPath("$.result.items[*].key").isEqualTo("[\"a2\"]");
        assertThatJson(result(call("data.app.list", "{\"app\":\"notes\",\"prefix\":\"a\"}")))
                .inPath("$.result.items[*].value")
                .isEqualTo("[]");
    }

    @Test
    void blobs_areInBase64() {
        call("data.app.blob.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":\"/w==\",\"contentType\":\"image/png\"}");

        assertThat(result(call("data.app.blob.get", "{\"app\":\"notes\",\"key\":\"a\"}")))
                .isEqualTo("{\"result\":{\"contentType\":\"image/png\",\"data\":\"/w==\"}}");
        assertThat(call("data.app.blob.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":\"?\"}")
                        .body())
                .contains("\"params.data\"", "must be base64");
    }

    @Test
    void counters_countByOne_andOncePerKey() {
        String once = "{\"key\":\"visits\",\"idempotencyKey\":\"k\"}";
        call("data.cb.increment", once);
        call("data.cb.increment", once);
        call("data.cb.increment", "{\"key\":\"visits\"}");

        assertThatJson(result(call("data.cb.decrement", "{\"key\":\"visits\"}")))
                .node("result.value")
                .isEqualTo(1);
        assertThat(call("data.cb.decrement", once).code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void preconditions_areHeadersOfTheRoute() {
        String absent = "{\"app\":\"notes\",\"key\":\"a\",\"data\":1,\"ifNoneMatch\":\"*\"}";
        String tag = call("data.app.set", absent).header("etag").orElseThrow();

        GatewayResponse again = call("data.app.set", absent);
        assertThat(again.status()).isEqualTo(412);
        assertThat(again.header("etag")).contains(tag);
        assertThat(call(
                                "data.app.delete",
                                "{\"app\":\"notes\",\"key\":\"a\",\"ifMatch\":\"" + tag.replace("\"", "\\\"") + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void quota_isThatOfTheRoute() {
        GatewayResponse response =
                call("data.app.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":\"" + "x".repeat(1000) + "\"}");

        assertThat(response.code()).isEqualTo("QUOTA_EXCEEDED");
        assertThatJson(response.body()).node("neededBytes").isEqualTo(1003);
    }

    @Test
    void self_onAForeignUser_isForbiddenWithoutARead() {
        assertThat(call("data.app.get", "{\"app\":\"notes\",\"user\":\"bob\",\"key\":\"a\"}")
                        .code())
                .isEqualTo("FORBIDDEN");
        assertThat(api.stores.test.lines().getLast()).contains("\"calls\":0.0");
        assertThat(call("data.admin.apps", "{}").code()).isEqualTo("INSUFFICIENT_SCOPE");
        assertThat(call("data.admin.users", "{\"app\":\"notes\"}").code()).isEqualTo("INSUFFICIENT_SCOPE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                             | method
            {"method":"data.app.share"}                                                    | method
            {"method":7}                                                                   | method
            {"method":"data.app.get","params":[]}                                          | params
            {"method":"data.app.get","params":{"app":["notes"],"key":"a"}}                 | params
            {"method":"data.app.get"}                                                      | params.app
            {"method":"data.app.get","params":{"app":null,"key":"a"}}                      | params.app
            {"method":"data.app.get","params":{"app":"notes"}}                             | params.key
            {"method":"data.app.set","params":{"app":"notes","key":"a"}}                   | params.data
            {"method":"data.app.get","params":{"app":"notes","key":"~"}}                   | key
            {"method":"data.app.get","params":{"app":"notes","key":"a","user":"a/b"}}      | user
            {"method":"data.app.get","params":{"app":"notes","key":"a","ifMatch":"*"}}     | ifMatch
            {"method":"data.app.get","params":{"app":"notes","key":"a","data":1}}          | data
            {"method":"data.app.list","params":{"app":"notes","limit":0}}                  | limit
            {"method":"data.cb.increment","params":{"key":"a","by":2}}                     | by
            {"method":"data.app.get","params":{"app":"notes","key":"a"},"id":1}            | id
            """)
    void badCalls_nameWhatIsWrong(String body, String field) {
        GatewayResponse response = send(body, ApiFixture.SERVICE);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.code()).isEqualTo("INVALID_REQUEST");
        assertThatJson(response.body()).inPath("$.errors[*].field").isArray().contains(field);
    }

    @Test
    void reservedApps_areRefused() {
        assertThat(call("data.app.get", "{\"app\":\"hmh\",\"key\":\"a\"}").code())
                .isEqualTo("INVALID_APP");
    }

    @Test
    void values_canExpire() {
        GatewayResponse after = call("data.app.set", "{\"app\":\"notes\",\"key\":\"a\",\"data\":1,\"ttlSeconds\":60}");
        String end = after.header("expires-at").orElseThrow();
        assertThatJson(result(after)).node("result.expiresAt").isEqualTo(end);

        GatewayResponse at = call(
                "data.app.blob.set",
                "{\"app\":\"notes\",\"key\":\"a\",\"data\":\"AQ==\",\"expiresAt\":\"" + end + "\"}");
        assertThat(at.header("expires-at")).contains(end);
        assertThat(call("data.cb.set", "{\"key\":\"a\",\"data\":1,\"ttlSeconds\":60}")
                        .code())
                .isEqualTo("INVALID_REQUEST");
    }
}
