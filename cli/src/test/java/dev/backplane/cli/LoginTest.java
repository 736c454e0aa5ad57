package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in and out, and what commands do with the session. */
class LoginTest {

    private static final String TOKENS =
            "{\"access_token\":\"%s\",\"refresh_token\":\"refresh-1\",\"expires_in\":%d,\"token_type\":\"Bearer\"}";

    private final StubSuite suite = new StubSuite();

    @TempDir
    private Path settings;

    private final List<URI> pages = new ArrayList<>();

    @AfterEach
    void stop() {
        suite.close();
    }

    private Run.Setup setup() {
        return Run.Setup.at(suite.address())
                .with("XDG_CONFIG_HOME", settings.toString())
                .browsing(page ->
                        returning(page, "code=abc&state=" + parameters(page).get("state")));
    }

    /** Does as a browser does after the sign-in page. */
    private boolean returning(URI page, String answer) {
        pages.add(page);
        assertThat(get(parameters(page).get("redirect_uri") + "?" + answer)).isEqualTo(200);
        return true;
    }

    private static int get(String address) {
        // The name may also belong to an address on which nothing listens.
        URI uri = URI.create(address.replace("localhost", "127.0.0.1"));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> parameters(URI uri) {
        return fields(uri.getRawQuery());
    }

    private static Map<String, String> fields(String query) {
        return Arrays.stream(query.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private Run signIn(int seconds) {
        suite.issues(200, TOKENS.formatted("access-1", seconds));
        return setup().run("login", "--stage", "prod");
    }

    private Path file() {
        return settings.resolve("backplane/prod.json");
    }

    @Test
    void login_ofAPerson_provesThatItAskedForTheCode() throws NoSuchAlgorithmException {
        Run run = signIn(900);

        assertThat(run.exit()).as(run.err()).isZero();
        Map<String, String> request = parameters(pages.getFirst());
        assertThat(request)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "people")
                .containsEntry("code_challenge_method", "S256");
        assertThat(request.get("redirect_uri")).matches("http://localhost:1891[0-2]/callback");
        Map<String, String> exchange = fields(suite.forms().getFirst().replace("/oauth2/token?", ""));
        assertThat(exchange)
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("code", "abc")
                .containsEntry("redirect_uri", request.get("redirect_uri"));
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(exchange.getOrDefault("code_verifier", "").getBytes(StandardCharsets.US_ASCII));
        assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(hash))
                .isEqualTo(request.get("code_challenge"));
    }

    @Test
    void session_canOnlyBeReadByItsOwner() throws IOException {
        Run run = signIn(900);

        assertThat(run.out()).contains(file().toString()).doesNotContain("access-1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void session_knowsTheAddressOfItsStage() {
        signIn(900);

        Run run = setup().without("BACKPLANE_URL").run("pool", "status", "--stage", "prod");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(suite.requests().getFirst().headers().get("Authorization")).containsExactly("Bearer access-1");
    }

    @Test
    void session_isNotSentToAnotherAddress() {
        signIn(900);

        try (StubSuite other = new StubSuite()) {
            Run run = setup().run(
                            "pool",
                            "status",
                            "--stage",
                            "prod",
                            "--url",
                            other.address().toString());

            assertThat(run.exit()).isEqualTo(4);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void session_thatIsAboutToExpire_isRenewed() throws IOException {
        signIn(30);
        suite.issues(200, TOKENS.formatted("access-2", 900));

        setup().run("pool", "status", "--stage", "prod");
        setup().run("pool", "status", "--stage", "prod");

        assertThat(fields(suite.forms().get(1).replace("/oauth2/token?", "")))
                .isEqualTo(Map.of("grant_type", "refresh_token", "refresh_token", "refresh-1", "client_id", "people"));
        assertThat(suite.forms()).hasSize(2);
        assertThat(suite.requests())
                .allSatisfy(request ->
                        assertThat(request.headers().get("Authorization")).containsExactly("Bearer access-2"));
        assertThat(Files.readString(file())).contains("access-2").doesNotContain("access-1");
    }

    @Test
    void session_thatTheIssuerHasEnded_isExitCode4() {
        signIn(30);
        suite.issues(400, "{\"error\":\"invalid_grant\"}");

        Run run = setup().run("pool", "status", "--stage", "prod");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err())
                .isEqualTo("The session with stage prod has ended. Run: backplane login --stage prod --url "
                        + suite.address() + ".\n");
    }

    @Test
    void login_ofAMachine_sendsItsSecret_andAgainWhenTheTokenExpires() {
        suite.issues(200, "{\"access_token\":\"machine-1\",\"expires_in\":30}");

        Run run = setup().with("BACKPLANE_CLIENT_SECRET", "s&cret")
                .run("login", "--stage", "prod", "--client-id", "ci", "--verbose");
        setup().run("pool", "status", "--stage", "prod");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain("s&cret", "machine-1");
        assertThat(suite.forms())
                .hasSize(2)
                .allSatisfy(form -> assertThat(fields(form.replace("/oauth2/token?", "")))
                        .isEqualTo(Map.of(
                                "grant_type", "client_credentials", "client_id", "ci", "client_secret", "s&cret")));
    }

    @Test
    void login_ofAMachineWithoutItsSecret_isWrongUsage() {
        assertThat(setup().run("login", "--stage", "prod", "--client-id", "ci").exit())
                .isEqualTo(2);
    }

    @Test
    void login_thatIsRefused_keepsNothing() {
        Run run = setup().browsing(page -> returning(
                        page,
                        "error=access_denied&error_description=No+way&state="
                                + parameters(page).get("state")))
                .run("login", "--stage", "prod");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err()).endsWith("The sign-in was refused: No way\n");
        assertThat(file()).doesNotExist();
    }

    @Test
    void answer_withoutTheState_isIgnored() {
        Run run = setup().browsing(page -> {
                    assertThat(get(parameters(page).get("redirect_uri") + "?code=evil&state=other"))
                            .isEqualTo(400);
                    return returning(page, "code=abc&state=" + parameters(page).get("state"));
                })
                .run("login", "--stage", "prod");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(suite.forms().getFirst()).contains("code=abc").doesNotContain("evil");
    }

    @Test
    void login_toAStageWithItsOwnIssuer_saysWhereTokensComeFrom() {
        suite.hasAnExternalIssuer();

        Run run = setup().run("login", "--stage", "prod");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("http://issuer", "BACKPLANE_TOKEN");
    }

    @Test
    void logout_revokesAndForgets() {
        signIn(900);

        Run run = setup().run("logout", "--stage", "prod");

        assertThat(run.out()).isEqualTo("Signed out of stage prod." + System.lineSeparator());
        assertThat(suite.forms().getLast()).startsWith("/oauth2/revoke?").contains("token=refresh-1");
        assertThat(file()).doesNotExist();
        assertThat(setup().run("logout", "--stage", "prod").out()).startsWith("Not signed in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../other", "a/b", ".", "a b"})
    void stage_thatIsNoName_isWrongUsage(String stage) {
        assertThat(setup().run("pool", "status", "--stage", stage).exit()).isEqualTo(2);
    }
}
