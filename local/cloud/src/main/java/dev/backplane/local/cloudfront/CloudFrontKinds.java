package dev.backplane.local.cloudfront;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.List;
import java.util.Map;

/** The resource types of a distribution and of the bucket behind it. */
public final class CloudFrontKinds {

    private static final String ONE_PORT = "the local port serves the site and all APIs";
    private static final String SAME_FILES = "the local site consists of the same files";

    private CloudFrontKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(
                        "AWS::CloudFront::Distribution", distribution(), CloudFrontKinds::distributionIdentity),
                new ResourceKind(
                        "AWS::CloudFront::Function",
                        KnownProperties.used()
                                .withoutEffect(ONE_PORT, "Name", "AutoPublish", "FunctionCode", "FunctionConfig"),
                        CloudFrontKinds::functionIdentity),
                new ResourceKind(
                        "AWS::CloudFront::OriginAccessControl",
                        KnownProperties.used().withoutEffect(ONE_PORT, "OriginAccessControlConfig"),
                        CloudFrontKinds::withId),
                new ResourceKind(
                        "AWS::CloudFront::ResponseHeadersPolicy",
                        KnownProperties.used()
                                .withoutEffect(
                                        "the local site has the same headers",
                                        "ResponseHeadersPolicyConfig.Name",
                                        "ResponseHeadersPolicyConfig.SecurityHeadersConfig"),
                        CloudFrontKinds::withId),
                ResourceKind.unnamed("Custom::CDKBucketDeployment", deployment()),
                ResourceKind.unnamed(
                        "AWS::Lambda::LayerVersion",
                        KnownProperties.used().withoutEffect(SAME_FILES, "Content", "Description")));
    }

    private static KnownProperties distribution() {
        return KnownProperties.used()
                .withoutEffect(
                        ONE_PORT,
                        "DistributionConfig.Aliases",
                        "DistributionConfig.CacheBehaviors",
                        "DistributionConfig.DefaultCacheBehavior",
                        "DistributionConfig.Enabled",
                        "DistributionConfig.HttpVersion",
                        "DistributionConfig.IPV6Enabled",
                        "DistributionConfig.Origins",
                        "DistributionConfig.PriceClass",
                        "DistributionConfig.ViewerCertificate",
                        "DistributionConfig.WebACLId")
                .withoutEffect("descriptive only", "DistributionConfig.Comment", "Tags");
    }

    private static KnownProperties deployment() {
        return KnownProperties.used()
                .withoutEffect(
                        SAME_FILES,
                        "ServiceToken",
                        "SourceBucketNames",
                        "SourceObjectKeys",
                        "SourceMarkers",
                        "SourceMarkersConfig",
                        "DestinationBucketName",
                        "Prune",
                        "RetainOnDelete",
                        "SystemMetadata",
                        "DistributionId",
                        "DistributionPaths",
                        "WaitForDistributionInvalidation",
                        "OutputObjectKeys",
                        "DestinationBucketArn");
    }

    private static ResourceIdentity distributionIdentity(ResourceDeclaration declaration) {
        String id = declaration.generatedName();
        return new ResourceIdentity(id, Map.of("Id", id, "DomainName", "d.cloudfront.net"));
    }

    private static ResourceIdentity functionIdentity(ResourceDeclaration declaration) {
        String arn = Account.globalArn("cloudfront", "function/" + declaration.nameFrom("Name"));
        return new ResourceIdentity(arn, Map.of("FunctionARN", arn));
    }

    private static ResourceIdentity withId(ResourceDeclaration declaration) {
        String id = declaration.generatedName();
        return new ResourceIdentity(id, Map.of("Id", id));
    }
}
