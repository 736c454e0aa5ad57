package dev.backplane.local.s3;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code AWS::S3::Bucket}.
 *
 * @param rules the rules for the expiration of objects
 * @param cors which pages may use it
 */
public record Bucket(String name, List<Rule> rules, BucketCors cors) {

    static final String TYPE = "AWS::S3::Bucket";

    /**
     * An expiration rule.
     *
     * @param prefix the beginning of the keys to which it applies
     */
    record Rule(String prefix, int days) {}

    /** Returns the support of this resource type. */
    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used(
                                "BucketName",
                                "CorsConfiguration.CorsRules.AllowedHeaders",
                                "CorsConfiguration.CorsRules.AllowedMethods",
                                "CorsConfiguration.CorsRules.AllowedOrigins",
                                "CorsConfiguration.CorsRules.ExposedHeaders",
                                "CorsConfiguration.CorsRules.MaxAge",
                                "LifecycleConfiguration.Rules.ExpirationInDays",
                                "LifecycleConfiguration.Rules.Prefix",
                                "LifecycleConfiguration.Rules.Status")
                        .withoutEffect(
                                "there are no multipart uploads",
                                "LifecycleConfiguration.Rules.AbortIncompleteMultipartUpload")
                        .withoutEffect("descriptive only", "LifecycleConfiguration.Rules.Id", "Tags")
                        .withoutEffect("files are not encrypted", "BucketEncryption")
                        .withoutEffect("no bucket is public", "PublicAccessBlockConfiguration", "OwnershipControls"),
                Bucket::identity);
    }

    private static ResourceIdentity identity(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("BucketName").toLowerCase(Locale.ROOT);
        String host = name + ".s3." + Account.REGION + "." + Account.URL_SUFFIX;
        return new ResourceIdentity(name, Map.of("Arn", arn(name), "DomainName", host, "RegionalDomainName", host));
    }

    static Bucket of(TemplateResource resource) {
        List<Rule> rules = resource.properties()
                .at("/LifecycleConfiguration/Rules")
                .valueStream()
                .filter(rule -> rule.path("Status").asText().equals("Enabled"))
                .filter(rule -> rule.has("ExpirationInDays"))
                .map(Bucket::rule)
                .toList();
        return new Bucket(resource.ref(), rules, BucketCors.of(resource.properties()));
    }

    private static Rule rule(JsonNode rule) {
        return new Rule(
                rule.path("Prefix").asText(), rule.path("ExpirationInDays").asInt());
    }

    static String arn(String name) {
        return "arn:" + Account.PARTITION + ":s3:::" + name;
    }

    String arn() {
        return arn(name);
    }

    /** Returns when an object expires: at the midnight (UTC) after the days of its rule. */
    Optional<Instant> expiry(String key, Instant modified) {
        return rules.stream()
                .filter(rule -> key.startsWith(rule.prefix()))
                .map(rule -> modified.plus(rule.days(), ChronoUnit.DAYS))
                .map(end -> end.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS))
                .min(Instant::compareTo);
    }
}
