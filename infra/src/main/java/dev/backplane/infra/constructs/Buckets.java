package dev.backplane.infra.constructs;

import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.CorsRule;
import software.amazon.awscdk.services.s3.HttpMethods;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.constructs.Construct;

/** Creates private buckets, which callers reach with presigned URLs only. */
public final class Buckets {

    private static final int PREFLIGHT_SECONDS = 3600;

    private Buckets() {}

    /**
     * Creates a bucket.
     *
     * @param rules the rules for its objects
     * @param removal what becomes of the bucket when its stack is deleted
     */
    public static Bucket create(Construct scope, String id, List<LifecycleRule> rules, RemovalPolicy removal) {
        Bucket bucket = Bucket.Builder.create(scope, id)
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .encryption(BucketEncryption.S3_MANAGED)
                .enforceSsl(true)
                .lifecycleRules(rules)
                .removalPolicy(removal)
                .build();
        Suppressions.accept(
                bucket,
                "AwsSolutions-S1",
                "The rows of the service record who stores what; a log of accesses would need a bucket of its own.");
        return bucket;
    }

    /** Returns the rule that removes the parts of uploads that do not end; such parts are billed and not listed. */
    public static LifecycleRule abortUploads() {
        return LifecycleRule.builder()
                .abortIncompleteMultipartUploadAfter(Duration.days(1))
                .build();
    }

    /** Allows pages of these origins to use presigned URLs. */
    public static void allowPages(Bucket bucket, List<String> origins) {
        if (!origins.isEmpty()) {
            bucket.addCorsRule(CorsRule.builder()
                    .allowedOrigins(origins)
                    .allowedMethods(List.of(HttpMethods.GET, HttpMethods.PUT))
                    .allowedHeaders(List.of("content-type", "if-none-match", "x-amz-checksum-sha256"))
                    .exposedHeaders(List.of("Content-Disposition", "ETag"))
                    .maxAge(PREFLIGHT_SECONDS)
                    .build());
        }
    }
}
