package dev.backplane.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StageSettingsTest {

    private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:pager";

    @Test
    void of_whenOnlyTheMandatoryIsGiven_takesDefaults() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14)))
                .isEqualTo(new StageSettings(
                        "dev",
                        14,
                        new StageSettings.Throttling(100, 200),
                        new IdentitySettings.Cognito(Optional.empty()),
                        Optional.empty(),
                        "docs/runbooks",
                        Optional.empty(),
                        new PoolOptions(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        Optional.empty(),
                        Packaging.SNAPSTART));
    }

    @Test
    void of_whenEverythingIsGiven_mapsEveryName() {
        Map<String, Object> pool = Map.of(
                "poolMaxAccounts", 50,
                "leaseDefaultMinutes", 60,
                "poolLowThreshold", "0",
                "poolSelfRegistration", false,
                "cleanupTries", 2);
        Map<String, Object> values = new HashMap<>(pool);
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
                "maxQuotaBytes",
                1_048_576));
        values.put("packaging", "aot");

        assertThat(StageSettings.of("prod", values))
                .isEqualTo(new StageSettings(
                        "prod",
                        365,
                        new StageSettings.Throttling(7, 9),
                        new IdentitySettings.External("https://login.example.com/realm", List.of("backplane", "ops")),
                        Optional.of(TOPIC),
                        "https://wiki.example.com/runbooks",
                        Optional.of(30),
                        new PoolOptions(
                                Optional.of(50), Optional.of(60), Optional.of(0), Optional.of("false"), Optional.of(2)),
                        Optional.of(1_048_576),
                        Packaging.AOT));
    }

    @Test
    void of_whenADomainPrefixIsGiven_namesCognitosDomainByIt() {
        assertThat(StageSettings.of("dev", Map.of("logRetentionDays", 14, "domainPrefix", "my-team"))
                        .identity())
                .isEqualTo(new IdentitySettings.Cognito(Optional.of("my-team")));
    }

    @Test
    void of_whenValuesComeFromTheCommandLine_readsTexts() {
        StageSettings settings = StageSettings.of(
                "dev", Map.of("logRetentionDays", "30", "issuer", "https://login.example.com", "audience", "a, b"));

        assertThat(settings.logRetentionDays()).isEqualTo(30);
        assertThat(settings.identity())
                .isEqualTo(new IdentitySettings.External("https://login.example.com", List.of("a", "b")));
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
                "colour", "blue");

        assertThatThrownBy(() -> StageSettings.of("Dev", values))
                .isInstanceOf(UnusableSettingsException.class)
                .hasMessageContainingAll(
                        "colour is not a setting",
                        "stage must match",
                        "logRetentionDays is missing",
                        "requestsPerSecond must be above 0",
                        "requestBurst must be a whole number",
                        "alarmTopicArn must match",
                        "domainPrefix must match",
                        "domainPrefix has no use",
                        "audience must name",
                        "issuer is missing",
                        "runbooks must match",
                        "layerExpiryDays must be from 1 to 1825");
    }

    @Test
    void of_whenSettingsOfThePoolAreWrong_namesEachOfThem() {
        Map<String, Object> values = Map.of(
                "logRetentionDays", 14,
                "poolMaxAccounts", 10_001,
                "leaseDefaultMinutes", 4,
                "poolLowThreshold", -1,
                "poolSelfRegistration", "yes",
                "cleanupTries", 0);

        assertThatThrownBy(() -> StageSettings.of("dev", values))
                .hasMessageContainingAll(
                        "poolMaxAccounts must be from 1 to 10000",
                        "leaseDefaultMinutes must be from 5 to 43200",
                        "poolLowThreshold must be from 0 to 10000",
                        "poolSelfRegistration must match",
                        "cleanupTries must be from 1 to 100");
    }

    @Test
    void of_whenThePackagingIsUnknown_namesIt() {
        assertThatThrownBy(() -> StageSettings.of("dev", Map.of("logRetentionDays", 14, "packaging", "image")))
                .isInstanceOf(UnusableSettingsException.class)
                .hasMessageContaining("packaging must match snapstart|aot");
    }

    @Test
    void of_whenTheIssuerHasNoAudience_saysSo() {
        assertThatThrownBy(() ->
                        StageSettings.of("dev", Map.of("logRetentionDays", 15, "issuer", "http://plain.example.com")))
                .hasMessageContainingAll("logRetentionDays must be one of", "issuer must match", "audience is missing");
    }
}
