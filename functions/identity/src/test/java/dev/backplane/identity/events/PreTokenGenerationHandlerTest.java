package dev.backplane.identity.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.identity.SignInSettings;
import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PreTokenGenerationHandlerTest {

    private final TestPlatform platform = TestPlatform.withoutAws()
            .with(SignInSettings.SCOPES, "backplane/pool.read backplane/pool.self backplane/pool.write");
    private final PreTokenGenerationHandler handler = new PreTokenGenerationHandler(platform.platform());

    private static String sample(String name) throws IOException {
        return Files.readString(Path.of("../../events/" + name + ".json"));
    }

    @Test
    void person_inAGroup_getsTheAddressInLowerCaseAndTheScopes() throws IOException {
        assertThat(Invoke.with(handler, sample("PreTokenGeneration")))
                .contains(
                        "\"accessTokenGeneration\":{\"claimsToAddOrOverride\":{\"email\":\"anna.viewer@example.com\"},"
                                + "\"scopesToAdd\":[\"backplane/pool.read\",\"backplane/pool.self\"]}");
    }

    @Test
    void answer_isTheEventAndKeepsTheGroups() throws IOException {
        assertThat(Invoke.with(handler, sample("PreTokenGeneration")))
                .contains(
                        "\"groupOverrideDetails\":{\"groupsToOverride\":[\"viewer\"]",
                        "\"version\":\"2\"",
                        "\"triggerSource\":\"TokenGeneration_HostedAuth\"",
                        "\"userName\":\"f4d8e4a8-3071-70a5-0c6f-0ad0a1c1a5a5\"",
                        "\"clientId\":\"4console3456789\"",
                        "\"scopes\":[\"openid\",\"email\",\"profile\"]");
    }

    @Test
    void person_withTheKelvinSignForAK_isNotThePersonWithAK() throws IOException {
        assertThat(Invoke.with(handler, sample("PreTokenGeneration").replace("Anna.Viewer", "\u212Aate")))
                .contains("{\"email\":\"\u212Aate@example.com\"}");
    }

    @Test
    void person_whoseAddressIsNotVerified_getsNoAddress() throws IOException {
        assertThat(Invoke.with(handler, sample("PreTokenGeneration.unverified")))
                .contains("\"claimsToAddOrOverride\":{},\"scopesToAdd\":[\"backplane/pool.self\"]");
    }

    @Test
    void logLine_holdsNoClaims() throws IOException {
        Invoke.with(handler, sample("PreTokenGeneration"));

        assertThat(platform.lines())
                .singleElement()
                .asString()
                .contains("\"operation\":\"PreTokenGeneration\"")
                .doesNotContain("example.com");
    }

    @Test
    void function_withoutScopes_doesNotStart() {
        assertThatThrownBy(() ->
                        new PreTokenGenerationHandler(TestPlatform.withoutAws().platform()))
                .isInstanceOf(MissingSettingsException.class);
    }
}
