package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Browser.Page;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People sign in by an authorization code and PKCE, and get tokens with the scopes of their groups. */
class SignInTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Browser browser;

    @BeforeEach
    void open() {
        browser = new Browser(SUITE.server().address());
    }

    @Test
    void page_offersPeopleAndRunsNoScript() {
        Page page = browser.open(Browser.request());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("admin@example.com", "operator@example.com", "viewer@example.com", "anna@example.com")
                .doesNotContain("<script");
        assertThat(page.response()
                        .headers()
                        .firstValue("content-security-policy")
                        .orElse(""))
                .contains("default-src 'none'", "form-action 'self' http://localhost:18910", "frame-ancestors 'none'");
    }

    @Test
    void signIn_goesRoundWithRefreshAndRevocation() {
        Page chosen = browser.choose(Browser.request(), Map.of("person", "anna@example.com"));
        assertThat(chosen.status()).isEqualTo(302);
        assertThat(chosen.location()).startsWith(Browser.CALLBACK + "?");
        assertThat(chosen.parameter("state")).isEqualTo("a state&more");

        JsonNode tokens = browser.exchange(chosen.parameter("code")).json();
        assertThat(tokens.path("expires_in").asInt()).isEqualTo(900);
        assertThat(tokens.path("token_type").asText()).isEqualTo("Bearer");

        String first = tokens.path("refresh_token").asText();
        JsonNode again = browser.refresh(first).json();
        String second = again.path("refresh_token").asText();
        assertThat(second).isNotEmpty().isNotEqualTo(first);
        assertThat(again.path("access_token").asText())
                .isNotEqualTo(tokens.path("access_token").asText());

        assertThat(browser.revoke(second).status()).isEqualTo(200);
        assertThat(browser.refresh(second).json().path("error").asText()).isEqualTo("invalid_grant");
        assertThat(browser.refresh(first).json().path("error").asText()).isEqualTo("invalid_grant");
    }

    @Test
    void tokens_haveTheClaimsOfCognito() throws ParseException {
        JsonNode tokens = browser.exchange(browser.code("viewer@example.com")).json();
        JWTClaimsSet access = Browser.claims(tokens.path("access_token").asText());
        JWTClaimsSet id = Browser.claims(tokens.path("id_token").asText());

        assertThat(access.getClaims().keySet())
                .containsExactlyInAnyOrder(
                        "sub",
                        "cognito:groups",
                        "iss",
                        "version",
                        "client_id",
                        "origin_jti",
                        "token_use",
                        "scope",
                        "auth_time",
                        "exp",
                        "iat",
                        "jti",
                        "username",
                        "email");
        assertThat(access.getStringClaim("email")).isEqualTo("viewer@example.com");
        assertThat(access.getStringListClaim("cognito:groups")).containsExactly("viewer");
        assertThat(access.getStringClaim("token_use")).isEqualTo("access");
        assertThat(access.getSubject()).isEqualTo(access.getStringClaim("username"));
        assertThat(id.getStringClaim("token_use")).isEqualTo("id");
        assertThat(id.getAudience()).containsExactly(Browser.CLIENT);
        assertThat(id.getStringClaim("nonce")).isEqualTo("n-1");
        assertThat(id.getBooleanClaim("email_verified")).isTrue();
        assertThat(id.getSubject()).isEqualTo(access.getSubject());
    }

    @ParameterizedTest
    @CsvSource({
        "anna@example.com, self",
        "viewer@example.com, self read",
        "operator@example.com, self read write service",
        "admin@example.com, self read write service admin"
    })
    void person_hasExactlyTheScopesOfTheirGroup(String person, String accesses) throws ParseException {
        Set<String> all = Set.of(
                Browser.claims(SUITE.server().token()).getStringClaim("scope").split(" ", -1));
        Set<String> expected = all.stream()
                .filter(scope -> List.of(accesses.split(" ", -1)).contains(scope.substring(scope.lastIndexOf('.') + 1)))
                .collect(Collectors.toSet());
        expected.addAll(Set.of("openid", "email", "profile"));

        assertThat(expected).hasSizeGreaterThan(3);
        assertThat(Browser.claims(browser.accessToken(person))
                        .getStringClaim("scope")
                        .split(" ", -1))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void plainPerson_reachesOnlyTheirOwnLeaseAndData() {
        Api api = SUITE.api();
        Api anna = api.withToken(browser.accessToken("anna@example.com"));
        api.post("/userdata/apps", "{\"name\":\"sign-in\",\"quotaBytes\":1000}");

        assertThat(anna.get("/pool/users/anna@example.com").status()).isIn(200, 404);
        assertThat(anna.get("/pool/users/ANNA@Example.com").status()).isIn(200, 404);
        assertThat(anna.get("/pool/users/ben@example.com").status()).isEqualTo(403);
        assertThat(anna.post("/pool/leases", "{\"userId\":\"ben@example.com\"}").status())
                .isEqualTo(403);
        assertThat(anna.get("/pool/accounts").status()).isEqualTo(403);
        assertThat(anna.put("/userdata/apps/sign-in/users/me/json/a", "1").status())
                .isIn(200, 201);
        assertThat(anna.get("/userdata/apps/sign-in/users/Anna@Example.COM/json/a")
                        .text())
                .isEqualTo("1");
        assertThat(anna.get("/userdata/apps/sign-in/users/ben@example.com/json/a")
                        .code())
                .isEqualTo("FORBIDDEN");
    }

    @Test
    void person_whoseAddressIsNotVerified_reachesNothingOfTheirOwn() {
        Page chosen = browser.choose(Browser.request(), Map.of("email", "carl@example.com", "unverified", "true"));
        Api carl = SUITE.api()
                .withToken(browser.exchange(chosen.parameter("code"))
                        .json()
                        .path("access_token")
                        .asText());

        assertThat(carl.get("/pool/users/carl@example.com").code()).isEqualTo("FORBIDDEN");
        assertThat(carl.get("/userdata/users/me/apps").code()).isEqualTo("FORBIDDEN");
    }

    @Test
    void anotherPerson_canBeTypedWithGroups() throws ParseException {
        Page chosen = browser.choose(Browser.request(), Map.of("email", "Dora@Example.com", "group", "operator"));
        JsonNode tokens = browser.exchange(chosen.parameter("code")).json();
        JWTClaimsSet access = Browser.claims(tokens.path("access_token").asText());

        assertThat(access.getStringClaim("email")).isEqualTo("dora@example.com");
        assertThat(access.getStringListClaim("cognito:groups")).containsExactly("operator");
        assertThat(browser.choose(Browser.request(), Map.of("email", "nobody")).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody",
                "@example.com",
                "anna@",
                "anna@example",
                "anna@example..com",
                "anna@-example.com",
                ".anna@example.com",
                "an na@example.com",
                "anna\u0000@example.com",
                "anna\u001b@example.com",
                "anna\u202e@example.com",
                "anna\u00a0b@example.com",
                "anna@exam\u200bple.com",
                "anna@example.com@example.com",
                "<b>@example.com",
                "anna/b@example.com",
                "\"anna\"@example.com"
            })
    void address_thatCannotBeOne_isRefused(String email) {
        Page page = browser.choose(Browser.request(), Map.of("email", email));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("role=\"alert\"").doesNotContain("<b>@");
        assertThat(page.location()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a@b.co", "O'Neil+test@sub.example-site.org", "jürgen@exämple.de", "a.b_c-d=e@example.museum"})
    void address_ofAnUnusualForm_isAccepted(String email) {
        assertThat(browser.choose(Browser.request(), Map.of("email", email)).status())
                .isEqualTo(302);
    }

    @Test
    void address_longerThanAnId_isRefused() {
        String domain = "example.".repeat(22) + "com";

        assertThat(browser.choose(Browser.request(), Map.of("email", "a".repeat(64) + "@" + domain))
                        .status())
                .isEqualTo(302);
        assertThat(browser.choose(Browser.request(), Map.of("email", "a".repeat(65) + "@" + domain))
                        .status())
                .isEqualTo(400);
        assertThat(browser.choose(Browser.request(), Map.of("email", "a@sub." + domain))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void userInfo_namesThePerson() {
        Page answer = browser.get("/oauth2/userInfo", browser.accessToken("ben@example.com"));

        assertThat(answer.json().path("email").asText()).isEqualTo("ben@example.com");
        assertThat(browser.get("/oauth2/userInfo", SUITE.server().token()).status())
                .isEqualTo(401);
    }

    @Test
    void code_worksOnce_andASecondUseEndsTheSession() {
        String code = browser.code("anna@example.com");
        String refreshToken =
                browser.exchange(code).json().path("refresh_token").asText();

        Page replayed = browser.exchange(code);

        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.json().path("error").asText()).isEqualTo("invalid_grant");
        assertThat(browser.refresh(refreshToken).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "code_verifier, another-verifier-that-is-long-enough-for-rfc-7636-1234, invalid_grant",
        "code_verifier, '', invalid_request",
        "redirect_uri, http://localhost:18911/callback, invalid_grant",
        "client_id, backplane-dev-reader, invalid_client"
    })
    void exchange_thatDoesNotFit_isRefused(String field, String value, String error) {
        Map<String, String> form = new HashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                Browser.CLIENT,
                "redirect_uri",
                Browser.CALLBACK,
                "code",
                browser.code("anna@example.com"),
                "code_verifier",
                Browser.VERIFIER));
        form.put(field, value);

        assertThat(browser.token(form).json().path("error").asText()).isEqualTo(error);
    }

    /** RFC 7636, section 4.1: 43 to 128 unreserved characters. */
    @ParameterizedTest
    @CsvSource({"42, a", "129, a", "43, ü", "43, '+'", "43, ' '", "43, '='"})
    void verifier_thatRfc7636DoesNotAllow_isRefusedEvenIfItFits(int length, String character) {
        String verifier = character.repeat(length);
        Map<String, String> request = Browser.request();
        request.put("code_challenge", Browser.challenge(verifier));
        String code =
                browser.choose(request, Map.of("person", "anna@example.com")).parameter("code");

        Page answer = browser.exchange(code, verifier);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("error").asText()).isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @CsvSource({"43, ~", "128, -", "64, ."})
    void verifier_thatRfc7636Allows_isAccepted(int length, String character) {
        String verifier = character.repeat(length);
        Map<String, String> request = Browser.request();
        request.put("code_challenge", Browser.challenge(verifier));
        String code =
                browser.choose(request, Map.of("person", "anna@example.com")).parameter("code");

        assertThat(browser.exchange(code, verifier).status()).isEqualTo(200);
    }

    @Test
    void codesAndTokens_expire() {
        MovableClock clock = new MovableClock();
        try (LocalServer server =
                Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withClock(clock))) {
            Browser other = new Browser(server.address());
            String late = other.code("anna@example.com");
            String refreshToken = other.exchange(other.code("anna@example.com"))
                    .json()
                    .path("refresh_token")
                    .asText();

            clock.advance(Duration.ofMinutes(1));
            assertThat(other.exchange(late).json().path("error").asText()).isEqualTo("invalid_grant");

            String rotated =
                    other.refresh(refreshToken).json().path("refresh_token").asText();
            assertThat(other.refresh(refreshToken).status()).isEqualTo(200);
            clock.advance(Duration.ofSeconds(31));
            assertThat(other.refresh(refreshToken).status()).isEqualTo(400);
            assertThat(other.refresh(rotated).status()).isEqualTo(200);
            clock.advance(Duration.ofDays(30));
            assertThat(other.refresh(rotated).status()).isEqualTo(400);
        }
    }

    /** A request for an unknown client or address is not answered there: RFC 6749, section 4.1.2.1. */
    @ParameterizedTest
    @CsvSource({
        "redirect_uri, https://evil.example.com/, redirect_mismatch",
        "redirect_uri, http://localhost:18910/callback/, redirect_mismatch",
        "redirect_uri, http://127.0.0.1:18910/callback, redirect_mismatch",
        "redirect_uri, '', invalid_request",
        "client_id, backplane-dev-reader, invalid_client",
        "client_id, <b>, invalid_client"
    })
    void request_whoseTargetIsUnknown_isNotRedirected(String parameter, String value, String code) {
        Map<String, String> request = Browser.request();
        request.put(parameter, value);

        Page page = browser.open(request);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.location()).isEmpty();
        assertThat(page.text()).contains(code).doesNotContain("<b>");
    }

    @ParameterizedTest
    @CsvSource({
        "response_type, token, unsupported_response_type",
        "scope, openid backplane/pool.admin, invalid_scope",
        "code_challenge_method, plain, invalid_request",
        "code_challenge, short, invalid_request",
        "code_challenge, '', invalid_request"
    })
    void request_thatIsWrong_isToldToTheApplication(String parameter, String value, String error) {
        Map<String, String> request = Browser.request();
        request.put(parameter, value);

        Page page = browser.open(request);

        assertThat(page.status()).isEqualTo(302);
        assertThat(page.location()).startsWith(Browser.CALLBACK);
        assertThat(page.parameter("error")).isEqualTo(error);
        assertThat(page.parameter("state")).isEqualTo("a state&more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redirect_uri", "client_id", "state"})
    void request_withAParameterTwice_isNotRedirected(String parameter) {
        Page page = browser.get(
                "/oauth2/authorize?" + Browser.encoded(Browser.request()) + "&" + parameter
                        + "=https://evil.example.com/",
                "");

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.location()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"response_type", "scope", "code_challenge", "nonce"})
    void request_withAnotherParameterTwice_isToldToTheApplication(String parameter) {
        Page page = browser.get("/oauth2/authorize?" + Browser.encoded(Browser.request()) + "&" + parameter + "=x", "");

        assertThat(page.parameter("error")).isEqualTo("invalid_request");
        assertThat(page.location()).startsWith(Browser.CALLBACK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "nonce", "unknown", "lang"})
    void page_showsNoMarkupOfTheRequest(String parameter) {
        Map<String, String> request = Browser.request();
        request.put(parameter, "\"><script>alert(1)</script>{{people}}");

        assertThat(browser.open(request).text()).doesNotContain("<script", "\">\"", "{{");
        assertThat(browser.choose(request, Map.of("email", "nobody")).text()).doesNotContain("<script", "{{");
    }

    @Test
    void state_thatIsVeryLong_comesBackOrIsRefusedAsAWhole() {
        Map<String, String> request = Browser.request();
        request.put("state", "s".repeat(4000));
        assertThat(browser.choose(request, Map.of("person", "anna@example.com")).parameter("state"))
                .isEqualTo("s".repeat(4000));

        request.put("state", "s".repeat(1_000_000));
        assertThat(browser.open(request).status()).isBetween(400, 499);
    }

    @Test
    void methods_thatAnEndpointDoesNotHave_areRefused() {
        String authorize = "/oauth2/authorize?" + Browser.encoded(Browser.request());

        assertThat(browser.send("HEAD", authorize).status()).isEqualTo(200);
        assertThat(browser.send("HEAD", authorize).location()).isEmpty();
        for (String path : List.of("/oauth2/token", "/oauth2/revoke")) {
            assertThat(browser.send("GET", path).status()).as(path).isEqualTo(405);
            assertThat(browser.send("HEAD", path).status()).as(path).isEqualTo(405);
        }
        assertThat(browser.send("OPTIONS", authorize).status()).isEqualTo(405);
        assertThat(browser.send("PUT", authorize).status()).isEqualTo(405);
    }

    /** The secrets of local clients are public, so no page of another origin may read what the endpoint answers. */
    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example.com", "null", "http://localhost:18910"})
    void tokenEndpoint_allowsNoOtherOriginToReadItsAnswers(String origin) {
        Page answer = browser.sendFrom(
                origin,
                "/oauth2/token",
                Map.of(
                        "grant_type",
                        "client_credentials",
                        "client_id",
                        "backplane-local",
                        "client_secret",
                        "backplane-local-secret"));

        assertThat(answer.response().headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example.com", "null"})
    void form_thatAnotherSiteSends_signsNobodyIn(String origin) {
        Page answer = browser.sendFrom(
                origin,
                "/oauth2/authorize?" + Browser.encoded(Browser.request()),
                Map.of("person", "admin@example.com"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.location()).isEmpty();
    }

    @Test
    void idToken_isNoAccessToken() {
        String idToken = browser.exchange(browser.code("admin@example.com"))
                .json()
                .path("id_token")
                .asText();

        assertThat(SUITE.api().withToken(idToken).get("/deployments").status()).isEqualTo(403);
        assertThat(browser.get("/oauth2/userInfo", idToken).status()).isEqualTo(401);
    }

    @Test
    void console_ofThisServer_isACallbackUrl() {
        Map<String, String> request = Browser.request();
        request.put("redirect_uri", SUITE.server().address() + "/");

        assertThat(browser.open(request).status()).isEqualTo(200);
    }

    @Test
    void logout_returnsToAKnownAddressOnly() {
        String known =
                "/logout?" + Browser.encoded(Map.of("client_id", Browser.CLIENT, "logout_uri", Browser.CALLBACK));
        String unknown = "/logout?"
                + Browser.encoded(Map.of("client_id", Browser.CLIENT, "logout_uri", "https://evil.example.com/"));

        assertThat(browser.get(known, "").location()).isEqualTo(Browser.CALLBACK);
        assertThat(browser.get(unknown, "").status()).isEqualTo(400);
    }

    @Test
    void accessToken_cannotBeRevoked_asOnAws() {
        assertThat(browser.revoke(browser.accessToken("anna@example.com"))
                        .json()
                        .path("error")
                        .asText())
                .isEqualTo("unsupported_token_type");
    }
}
