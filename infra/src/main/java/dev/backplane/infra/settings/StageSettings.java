package dev.backplane.infra.settings;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.userdata.UserdataSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The settings of one stage. */
public record StageSettings(
        String stage,
        int logRetentionDays,
        Throttling throttling,
        IdentitySettings identity,
        boolean alarms,
        Optional<String> alarmTopicArn,
        String runbooks,
        Optional<Integer> skewProtectionHours,
        LayerOptions layers,
        PoolOptions pool,
        TenantOptions tenants,
        TableLimits tables,
        Optional<Integer> maxQuotaBytes,
        Optional<Integer> changesDays,
        RemovalOptions removal,
        Optional<Integer> uploadSeconds,
        Packaging packaging,
        boolean terminationProtection,
        List<String> allowedOrigins,
        EdgeOptions edge) {

    public StageSettings {
        allowedOrigins = List.copyOf(allowedOrigins);
    }

    /** The request rate above which an API returns 429. */
    public record Throttling(int requestsPerSecond, int burst) {}

    /** The names of all settings, in {@code cdk.json} or as {@code -c name=value}. */
    public static final List<String> NAMES = List.of(
            "logRetentionDays",
            "requestsPerSecond",
            "requestBurst",
            "alarms",
            "alarmTopicArn",
            "domainPrefix",
            "issuer",
            "audience",
            "identity",
            "runbooks",
            "terminationProtection",
            "skewProtectionHours",
            "layerExpiryDays",
            "layerKeepLatest",
            "layerNamePrefix",
            "layerRegions",
            "layerUsage",
            "layerParameterPrefix",
            "poolMaxAccounts",
            "leaseDefaultMinutes",
            "poolLowThreshold",
            "poolSelfRegistration",
            "cleanupTries",
            "cleanupProject",
            "cleanupImage",
            "cleanupRegions",
            "cleanupProtect",
            "cleanupDryRun",
            "cleanupRoleName",
            "cleanupMinutes",
            "cleanupTypicalMinutes",
            "leaseWarningMinutes",
            "poolListShards",
            "tenants",
            "poolAccessRole",
            "poolRevocationRole",
            "poolExternalId",
            "maxReadUnitsPerSecond",
            "maxWriteUnitsPerSecond",
            "maxQuotaBytes",
            "changesDays",
            "removalSettlingSeconds",
            "selfErasure",
            "uploadSeconds",
            "packaging",
            AllowedOrigins.NAME,
            "edge",
            "edgeDomain",
            "edgeCertificateArn",
            "edgeWebAclArn");

    private static final Pattern STAGE = Pattern.compile("[a-z][a-z0-9-]{0,19}");
    private static final Pattern ALARMS = Pattern.compile("core|none");
    private static final Pattern TOPIC = Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:\\d{12}:[A-Za-z0-9_-]{1,256}");
    private static final Pattern FLAG = Pattern.compile("true|false");
    private static final Pattern PACKAGING = Pattern.compile("snapstart|aot");
    private static final Pattern RUNBOOKS = Pattern.compile("\\S+[^/\\s]");

    /** Reads the settings of a stage; throws one exception that lists all missing or malformed ones. */
    public static StageSettings of(String stage, Map<String, ?> values) {
        ContextReader reader = new ContextReader(values, NAMES);
        reader.require(STAGE.matcher(stage).matches(), "stage", "must match " + STAGE);
        StageSettings settings = new StageSettings(
                stage,
                reader.oneOf("logRetentionDays", LogRetention.DAYS),
                new Throttling(
                        reader.positive("requestsPerSecond").orElse(100),
                        reader.positive("requestBurst").orElse(200)),
                IdentityReader.read(reader, stage),
                reader.text("alarms", ALARMS).filter("none"::equals).isEmpty(),
                reader.text("alarmTopicArn", TOPIC),
                reader.text("runbooks", RUNBOOKS).orElse("docs/runbooks"),
                reader.within("skewProtectionHours", 0, DeploymentsSettings.MAX_SKEW_PROTECTION_HOURS),
                LayerOptions.read(reader),
                PoolOptions.read(reader),
                TenantOptions.read(reader, stage),
                TableLimits.read(reader),
                reader.within("maxQuotaBytes", 1, Integer.MAX_VALUE),
                reader.within("changesDays", 1, 3650),
                RemovalOptions.read(reader),
                reader.within("uploadSeconds", 1, UserdataSettings.MAX_UPLOAD_SECONDS),
                packaging(reader),
                reader.text("terminationProtection", FLAG).map(Boolean::valueOf).orElse(stage.equals("prod")),
                AllowedOrigins.read(reader),
                EdgeOptions.read(reader, stage));
        reader.finish("stage " + stage);
        return settings;
    }

    private static Packaging packaging(ContextReader reader) {
        return reader.text("packaging", PACKAGING)
                .filter("aot"::equals)
                .map(text -> Packaging.AOT)
                .orElse(Packaging.SNAPSTART);
    }

    /** Returns the name of a resource of this stage, unique in an account and region. */
    public String nameOf(String thing) {
        return "backplane-" + stage + "-" + thing;
    }
}
