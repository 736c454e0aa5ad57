package dev.backplane.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.tenants.TenantsSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StageSettingsTest {

    private static final IdentitySettings.SignIn DEFAULT_SIGN_IN =
            new IdentitySettings.SignIn(List.of(), IdentitySettings.Mfa.OPTIONAL, false);

    private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:pager";

    @Test
    void of_whenOnlyTheMandatoryIsGiven_takesDefaults() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14)))
                .isEqualTo(new StageSettings(
                        "dev",
                        14,
                        new StageSettings.Throttling(100, 200),
                        new IdentitySettings.Cognito(Optional.empty(), new TreeMap<>(), DEFAULT_SIGN_IN),
                        true,
                        Optional.empty(),
                        "docs/runbooks",
                        Optional.empty(),
                        new LayerOptions(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                true,
                                Optional.empty()),
                        new PoolOptions(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                BY_OTHERS,
                                Optional.empty()),
                        tenants(List.of()),
                        new TableLimits(Optional.empty(), Optional.empty()),
                        Optional.empty(),
                        Optional.empty(),
                        new RemovalOptions(360, false),
                        Optional.empty(),
                        Packaging.SNAPSTART,
                        false,
                        List.of(),
                        new EdgeOptions(false, Optional.empty(), Optional.empty())));
    }

    private static final CleaningOptions BY_OTHERS =
            new CleaningOptions(Optional.empty(), Optional.empty(), List.of(), List.of(), true, "BackplaneCleaner", 60);

    @Test
    void of_whenEverythingIsGiven_mapsEveryName() {
        Map<String, Object> pool = Map.of(
                "poolMaxAccounts", 50,
                "leaseDefaultMinutes", 60,
                "poolLowThreshold", "0",
                "poolSelfRegistration", false,
                "cleanupTries", 2,
                "cleanupTypicalMinutes", 15,
                "leaseWarningMinutes", "120,15",
                "poolListShards", 16);
        Map<String, Object> values = new HashMap<>(pool);
        values.put("poolAccessRole", "access");
        values.put("poolRevocationRole", "revocation");
        values.put("poolExternalId", "external");
        values.putAll(Map.of(
                "logRetentionDays",
                365,
                "requestsPerSecond",
                7,
                "requestBurst",
                9,
                "issuer",
                "https://login.example.com/realm",
                "audience",
                List.of("backplane", "ops"),
                "alarmTopicArn",
                TOPIC,
                "runbooks",
                "https://wiki.example.com/runbooks",
                "layerExpiryDays",
                30,
                "layerKeepLatest",
                3,
                "maxQuotaBytes",
                1_048_576));
        values.put(
                "tenants",
                Map.of(
                        "onboarding", "open",
                        "tiers", Map.of("gold", Map.of(), "silver", Map.of()),
                        "forward", List.of("Order", "Invoice")));
        values.put("changesDays", 30);
        values.put("uploadSeconds", 600);
        values.put("packaging", "aot");
        values.put("skewProtectionHours", "0");
        values.put("maxReadUnitsPerSecond", "400");
        values.put("maxWriteUnitsPerSecond", 200);
        values.put("terminationProtection", false);
        values.put("layerNamePrefix", "team-");
        values.put("layerRegions", "eu-central-1,us-east-1");
        values.put("layerUsage", "off");
        values.put("layerParameterPrefix", "team/dev");
        values.put("cleanupImage", "nuke:3");
        values.put("cleanupRegions", "global,eu-central-1");
        values.put("cleanupProtect", "IAMRole/Audit*");
        values.put("cleanupDryRun", "false");
        values.put("cleanupRoleName", "Cleaner");
        values.put("cleanupMinutes", 30);
        values.put("alarms", "none");
        values.put("allowedOrigins", "https://app.example.com");
        values.put("edge", "false");
        values.put("removalSettlingSeconds", "2");
        values.put("selfErasure", "true");

        assertThat(StageSettings.of("prod", values))
                .isEqualTo(new StageSettings(
                        "prod",
                        365,
                        new StageSettings.Throttling(7, 9),
                        new IdentitySettings.External(
                                "https://login.example.com/realm", List.of("backplane", "ops"), "sub"),
                        false,
                        Optional.of(TOPIC),
                        "https://wiki.example.com/runbooks",
                        Optional.of(0),
                        new LayerOptions(
                                Optional.of(30),
                                Optional.of(3),
                                Optional.of("team-"),
                                List.of("eu-central-1", "us-east-1"),
                                false,
                                Optional.of("team/dev")),
                        new PoolOptions(
                                Optional.of(50),
                                Optional.of(60),
                                Optional.of(0),
                                Optional.of("false"),
                                Optional.of(2),
                                Optional.of(15),
                                Optional.of("120,15"),
                                Optional.of(16),
                                new CleaningOptions(
                                        Optional.empty(),
                                        Optional.of("nuke:3"),
                                        List.of("global", "eu-central-1"),
                                        List.of("IAMRole/Audit*"),
                                        false,
                                        "Cleaner",
                                        30),
                                Optional.of(new AccessOptions("access", "revocation", "external"))),
                        tenants(List.of("Order", "Invoice"), "gold", "silver"),
                        new TableLimits(Optional.of(400), Optional.of(200)),
                        Optional.of(1_048_576),
                        Optional.of(30),
                        new RemovalOptions(2, true),
                        Optional.of(600),
                        Packaging.AOT,
                        false,
                        List.of("https://app.example.com"),
                        new EdgeOptions(false, Optional.empty(), Optional.empty())));
    }

    @Test
    void of_whenADomainPrefixIsGiven_namesCognitosDomainByIt() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "domainPrefix", "my-team"))
                        .identity())
                .isEqualTo(new IdentitySettings.Cognito(Optional.of("my-team"), new TreeMap<>(), DEFAULT_SIGN_IN));
    }

    @Test
    void of_whenValuesComeFromTheCommandLine_readsTexts() {
        StageSettings settings = StageSettings.of(
                "dev", Map.of("logRetentionDays", "30", "issuer", "https://login.example.com", "audience", "a, b"));

        assertThat(settings.logRetentionDays()).isEqualTo(30);
        assertThat(settings.identity())
                .isEqualTo(new IdentitySettings.External("https://login.example.com", List.of("a", "b"), "sub"));
    }

    @Test
    void of_whenMuchIsWrong_namesAllOfIt() {
        Map<String, Object> values = Map.of(
                "requestsPerSecond", 0,
                "requestBurst", "many",
                "alarmTopicArn", "pager",
                "domainPrefix", "my-aws-team",
                "audience", "",
                "runbooks", "docs/",
                "layerExpiryDays", 1826,
                "skewProtectionHours", 169,
                "colour", "blue");

        assertThatThrownBy(() -> StageSettings.of("Dev", values))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll(
                        "colour is not a setting",
                        "stage must match",
                        "logRetentionDays is missing",
                        "requestsPerSecond must be greater than 0",
                        "requestBurst must be a whole number",
                        "alarmTopicArn must match",
                        "domainPrefix must match",
                        "domainPrefix cannot be combined with issuer",
                        "audience must have at least one value",
                        "issuer is required with audience",
                        "runbooks must match",
                        "layerExpiryDays must be from 1 to 1825",
                        "skewProtectionHours must be from 0 to 168");
    }

    @Test
    void of_whenImpossiblyManyLayerVersionsAreKept_saysSo() {
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "layerKeepLatest", 51)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("layerKeepLatest must be from 1 to 50");
    }

    private static TenantOptions tenants(List<String> forward, String... tiers) {
        SortedMap<String, SortedMap<String, String>> parameters = new TreeMap<>();
        List.of(tiers).forEach(tier -> parameters.put(tier, new TreeMap<>()));
        return new TenantOptions(
                TenantsSettings.OPEN,
                parameters,
                Optional.empty(),
                new TenantStackPermissions(Optional.empty(), List.of()),
                forward,
                new TreeMap<>());
    }

    @Test
    void of_tenants_areRegisteredExceptInDev() {
        assertThat(StageSettings.of("prod", Map.of("logRetentionDays", 14))
                        .tenants()
                        .onboarding())
                .isEqualTo(TenantsSettings.REGISTERED);
    }

    @Test
    void of_tenants_forwardsNothingByDefault() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14))
                        .tenants()
                        .forward())
                .isEmpty();
    }

    @Test
    void of_whenSettingsOfTenantsAreWrong_namesEachOfThem() {
        Map<String, Object> tenants = Map.of(
                "onboarding",
                "closed",
                "tiers",
                Map.of("Gold", Map.of(), "silver", Map.of("size", 1)),
                "forward",
                List.of("Order", "*"),
                "colour",
                "red");
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "tenants", tenants)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll(
                        "tenants.onboarding must match",
                        "tenants.tiers must have at most 20 names that match",
                        "tenants.tiers.silver.size is not a setting",
                        "tenants.forward must have at most 20 prefixes that match",
                        "tenants.colour is not a setting");
    }

    @Test
    void of_whenSettingsOfThePoolAreWrong_namesEachOfThem() {
        Map<String, Object> values = Map.of(
                "logRetentionDays", 14,
                "poolMaxAccounts", 10_001,
                "leaseDefaultMinutes", 4,
                "poolLowThreshold", -1,
                "poolSelfRegistration", "yes",
                "cleanupTries", 0,
                "cleanupTypicalMinutes", 0,
                "leaseWarningMinutes", "60,",
                "poolListShards", 101);

        assertThatThrownBy(() -> StageSettings.of("dev", values))
                .hasMessageContainingAll(
                        "poolMaxAccounts must be from 1 to 10000",
                        "leaseDefaultMinutes must be from 5 to 43200",
                        "poolLowThreshold must be from 0 to 10000",
                        "poolSelfRegistration must match",
                        "cleanupTries must be from 1 to 100",
                        "cleanupTypicalMinutes must be from 1 to 1440",
                        "leaseWarningMinutes must match",
                        "poolListShards must be from 1 to 100");
    }

    @Test
    void of_whenNothingIsSaidOfAlarms_hasThem() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14)).alarms())
                .isTrue();
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "alarms", "core"))
                        .alarms())
                .isTrue();
    }

    @Test
    void of_whenTheAlarmsAreUnknown_namesThem() {
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "alarms", "all")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("alarms must match core|none");
    }

    @Test
    void of_whenThePackagingIsUnknown_namesIt() {
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "packaging", "image")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("packaging must match snapstart|aot");
    }

    @Test
    void of_whenTheIssuerHasNoAudience_saysSo() {
        assertThatThrownBy(() ->
                        StageSettings.of("dev", Map.of("logRetentionDays", 15, "issuer", "http://plain.example.com")))
                .hasMessageContainingAll(
                        "logRetentionDays must be one of", "issuer must match", "audience is required with issuer");
    }

    @Test
    void of_whenClientsAreNamed_readsTheirScopes() {
        Map<String, Object> clients = Map.of("ci", List.of("b/y", "b/x", "b/y"), "old", List.of());

        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", Map.of("clients", clients)))
                        .identity())
                .isEqualTo(new IdentitySettings.Cognito(
                        Optional.empty(),
                        new TreeMap<>(Map.of("ci", List.of("b/x", "b/y"), "old", List.of())),
                        DEFAULT_SIGN_IN));
    }

    @Test
    void of_whenClientsAreMalformed_namesEachOfThem() {
        Map<String, Object> clients = Map.of("CI", List.of("b/x"), "a-1", List.of("b/x"), "proxy", "b/x");

        assertThatThrownBy(() ->
                        StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", Map.of("clients", clients))))
                .hasMessageContainingAll(
                        "identity.clients.CI must have a name that matches",
                        "identity.clients.a-1 must have a name that matches",
                        "identity.clients.proxy must be a list");
    }

    @Test
    void of_whenThereAreMoreClientsThanAnApiAccepts_saysSo() {
        Map<String, Object> clients = new TreeMap<>();
        for (char first = 'a'; first <= 'e'; first++) {
            for (char second = 'a'; second <= 'j'; second++) {
                clients.put("" + first + second, List.of("b/x"));
            }
        }

        assertThat(clients).hasSize(50);
        assertThatThrownBy(() ->
                        StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", Map.of("clients", clients))))
                .hasMessageContaining("identity.clients must have at most 49 clients");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{clients={}}", "clients"})
    void of_whenIdentityComesFromTheCommandLine_pointsToTheFile(String text) {
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", text)))
                .hasMessageContainingAll("identity must be an object with [clients,", "cdk.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "my-amazon-shop", "cognito2"})
    void of_whenTheStageMakesADomainThatCognitoRefuses_saysSo(String stage) {
        Map<String, Object> values = Map.of("logRetentionDays", 14);
        Map<String, Object> prefixed = Map.of("logRetentionDays", 14, "domainPrefix", "my-team");
        Map<String, Object> external =
                Map.of("logRetentionDays", 14, "issuer", "https://login.example.com", "audience", "a");

        assertThatThrownBy(() -> StageSettings.of(stage, values))
                .hasMessageContainingAll("stage must not contain aws, amazon or cognito", "domainPrefix");
        assertThat(StageSettings.of(stage, prefixed).stage()).isEqualTo(stage);
        assertThat(StageSettings.of(stage, external).stage()).isEqualTo(stage);
    }

    @Test
    void of_whenAnIssuerIsGivenAsWell_refusesClients() {
        Map<String, Object> values = Map.of(
                "logRetentionDays",
                14,
                "issuer",
                "https://login.example.com",
                "audience",
                "a",
                "identity",
                Map.of("clients", Map.of("ci", List.of("b/x"))));

        assertThatThrownBy(() -> StageSettings.of("dev", values))
                .hasMessageContaining("identity.clients is not a setting; known settings are [subjectClaim]");
    }

    @Test
    void of_whenAnIssuerIsGiven_readsTheClaimOfAPersonsId() {
        Map<String, Object> values = Map.of(
                "logRetentionDays",
                14,
                "issuer",
                "https://login.example.com",
                "audience",
                "a",
                "identity",
                Map.of("subjectClaim", "preferred_username"));

        assertThat(StageSettings.of("dev", values).identity())
                .isEqualTo(
                        new IdentitySettings.External("https://login.example.com", List.of("a"), "preferred_username"));
    }

    @Test
    void of_readsHowPeopleSignIn() {
        Map<String, Object> identity = Map.of(
                "callbackUrls",
                List.of("https://console.example.com/", "http://localhost:3000/callback"),
                "mfa",
                "required",
                "selfSignUp",
                true);

        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", identity))
                        .identity())
                .isEqualTo(new IdentitySettings.Cognito(
                        Optional.empty(),
                        new TreeMap<>(),
                        new IdentitySettings.SignIn(
                                List.of("https://console.example.com/", "http://localhost:3000/callback"),
                                IdentitySettings.Mfa.REQUIRED,
                                true)));
    }

    @Test
    void of_whenSignInIsMalformed_namesEverySetting() {
        Map<String, Object> identity = Map.of(
                "callbackUrls",
                List.of("http://example.com/", "https://example.com/#home"),
                "mfa",
                "sms",
                "selfSignUp",
                "maybe",
                "subjectClaim",
                "sub");

        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "identity", identity)))
                .hasMessageContainingAll(
                        "identity.callbackUrls must be https addresses",
                        "not http://example.com/",
                        "not https://example.com/#home",
                        "identity.mfa must match",
                        "identity.selfSignUp must match",
                        "identity.subjectClaim is not a setting");
    }

    @Test
    void of_protectsTheStageProdUnlessItSaysOtherwise() {
        assertThat(StageSettings.of("prod", Map.of("logRetentionDays", 14)).terminationProtection())
                .isTrue();
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14)).terminationProtection())
                .isFalse();
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "terminationProtection", "true"))
                        .terminationProtection())
                .isTrue();
    }

    @Test
    void of_whenLimitsOfLayersAreWrong_namesEachOfThem() {
        Map<String, Object> values = Map.of(
                "logRetentionDays",
                14,
                "layerNamePrefix",
                "team*",
                "layerRegions",
                List.of("eu-central-1", "*"),
                "layerUsage",
                "sometimes",
                "layerParameterPrefix",
                "/team",
                "terminationProtection",
                "perhaps");

        assertThatThrownBy(() -> StageSettings.of("dev", values))
                .hasMessageContainingAll(
                        "layerNamePrefix must match",
                        "layerRegions must be names of regions",
                        "layerUsage must match",
                        "layerParameterPrefix must match",
                        "terminationProtection must match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "aws", "AWS-team", "ssm/a", "a//b", "a/", "a b", "a/b/c/d/e/f", "a*"})
    void of_whenSsmDoesNotAllowTheParameterPrefix_refusesIt(String prefix) {
        assertThatThrownBy(
                        () -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "layerParameterPrefix", prefix)))
                .hasMessageContaining("layerParameterPrefix must match");
    }

    @Test
    void of_whenAccessIsIncomplete_namesWhatIsMissing() {
        assertThatThrownBy(() -> StageSettings.of(
                        "dev", Map.of("logRetentionDays", 14, "poolAccessRole", "a/b", "poolExternalId", "external")))
                .hasMessageContaining("poolAccessRole must match")
                .hasMessageContaining("poolRevocationRole is missing");
        assertThatThrownBy(() -> StageSettings.of(
                        "dev",
                        Map.of(
                                "logRetentionDays",
                                14,
                                "poolAccessRole",
                                "one",
                                "poolRevocationRole",
                                "one",
                                "poolExternalId",
                                "external")))
                .hasMessageContaining("poolRevocationRole must be another role");
    }
}
