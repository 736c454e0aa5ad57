package dev.backplane.infra.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an operator decides for one stage of the suite. */
public record StageSettings(
        String stage,
        int logRetentionDays,
        Throttling throttling,
        IdentitySettings identity,
        Optional<String> alarmTopicArn,
        String runbooks,
        Optional<Integer> layerExpiryDays,
        PoolOptions pool,
        Optional<Integer> maxQuotaBytes,
        Packaging packaging) {

    /** The requests that one API of a stage takes in before it answers 429. */
    public record Throttling(int requestsPerSecond, int burst) {}

    /** Every name that a stage may set, in {@code cdk.json} or with {@code -c name=value}. */
    public static final List<String> NAMES = List.of(
            "logRetentionDays",
            "requestsPerSecond",
            "requestBurst",
            "alarmTopicArn",
            "domainPrefix",
            "issuer",
            "audience",
            "runbooks",
            "layerExpiryDays",
            "poolMaxAccounts",
            "leaseDefaultMinutes",
            "poolLowThreshold",
            "poolSelfRegistration",
            "cleanupTries",
            "maxQuotaBytes",
            "packaging");

    private static final Pattern STAGE = Pattern.compile("[a-z][a-z0-9-]{0,19}");
    private static final Pattern TOPIC = Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:\\d{12}:[A-Za-z0-9_-]{1,256}");
    private static final Pattern HTTPS = Pattern.compile("https://[^\\s/]+(/\\S*)?");
    private static final Pattern PACKAGING = Pattern.compile("snapstart|aot");
    private static final Pattern RUNBOOKS = Pattern.compile("\\S+[^/\\s]");

    // Cognito refuses prefixes that hold one of the reserved words.
    private static final Pattern DOMAIN_PREFIX =
            Pattern.compile("(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    /** Reads the settings of a stage, or throws one exception that names everything missing or malformed. */
    public static StageSettings of(String stage, Map<String, ?> values) {
        ContextReader reader = new ContextReader(values, NAMES);
        reader.require(STAGE.matcher(stage).matches(), "stage", "must match " + STAGE);
        StageSettings settings = new StageSettings(
                stage,
                reader.oneOf("logRetentionDays", LogRetention.DAYS),
                new Throttling(
                        reader.positive("requestsPerSecond").orElse(100),
                        reader.positive("requestBurst").orElse(200)),
                identity(reader),
                reader.text("alarmTopicArn", TOPIC),
                reader.text("runbooks", RUNBOOKS).orElse("docs/runbooks"),
                reader.within("layerExpiryDays", 1, 1825),
                PoolOptions.read(reader),
                reader.within("maxQuotaBytes", 1, Integer.MAX_VALUE),
                packaging(reader));
        reader.finish("stage " + stage);
        return settings;
    }

    private static Packaging packaging(ContextReader reader) {
        return reader.text("packaging", PACKAGING)
                .filter("aot"::equals)
                .map(text -> Packaging.AOT)
                .orElse(Packaging.SNAPSTART);
    }

    private static IdentitySettings identity(ContextReader reader) {
        Optional<String> domainPrefix = reader.text("domainPrefix", DOMAIN_PREFIX);
        Optional<String> issuer = reader.text("issuer", HTTPS);
        List<String> audience = reader.texts("audience");
        if (!reader.has("issuer") && !reader.has("audience")) {
            return new IdentitySettings.Cognito(domainPrefix);
        }
        reader.require(reader.has("issuer"), "issuer", "is missing, audience needs it");
        reader.require(reader.has("audience"), "audience", "is missing, issuer needs it");
        reader.require(!reader.has("domainPrefix"), "domainPrefix", "has no use when an issuer is given");
        return new IdentitySettings.External(issuer.orElse(""), audience);
    }

    /** The name of a thing of this stage, unique in an account and region. */
    public String nameOf(String thing) {
        return "backplane-" + stage + "-" + thing;
    }
}
