package dev.backplane.infra;

import dev.backplane.console.Site;
import dev.backplane.console.SiteConfig;
import dev.backplane.infra.constructs.LogGroups;
import dev.backplane.infra.constructs.SiteFunction;
import dev.backplane.infra.constructs.Suppressions;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.settings.EdgeOptions;
import dev.backplane.infra.settings.IdentitySettings;
import dev.backplane.infra.settings.StageSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.certificatemanager.Certificate;
import software.amazon.awscdk.services.cloudfront.BehaviorOptions;
import software.amazon.awscdk.services.cloudfront.CachePolicy;
import software.amazon.awscdk.services.cloudfront.Distribution;
import software.amazon.awscdk.services.cloudfront.Function;
import software.amazon.awscdk.services.cloudfront.FunctionAssociation;
import software.amazon.awscdk.services.cloudfront.FunctionCode;
import software.amazon.awscdk.services.cloudfront.FunctionEventType;
import software.amazon.awscdk.services.cloudfront.FunctionRuntime;
import software.amazon.awscdk.services.cloudfront.HeadersFrameOption;
import software.amazon.awscdk.services.cloudfront.HeadersReferrerPolicy;
import software.amazon.awscdk.services.cloudfront.HttpVersion;
import software.amazon.awscdk.services.cloudfront.PriceClass;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersContentSecurityPolicy;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersContentTypeOptions;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersFrameOptions;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersPolicy;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersReferrerPolicy;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersStrictTransportSecurity;
import software.amazon.awscdk.services.cloudfront.ResponseSecurityHeadersBehavior;
import software.amazon.awscdk.services.cloudfront.S3OriginAccessControl;
import software.amazon.awscdk.services.cloudfront.SecurityPolicyProtocol;
import software.amazon.awscdk.services.cloudfront.ViewerProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.origins.S3BucketOrigin;
import software.amazon.awscdk.services.cloudfront.origins.S3BucketOriginWithOACProps;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.deployment.BucketDeployment;
import software.amazon.awscdk.services.s3.deployment.CacheControl;
import software.amazon.awscdk.services.s3.deployment.Source;
import software.constructs.Construct;
import software.constructs.IConstruct;

/** The one address of the suite: a CloudFront distribution with the site at its root and the APIs at their paths. */
final class EdgeStack extends BackplaneStack {

    /**
     * The properties of the stack: the site, the token issuer and the services.
     *
     * @param site the folder of the site's files
     * @param signIn how people get a token, if the stage's own user pool issues them
     */
    record Props(
            StageSettings stage,
            Path site,
            TokenIssuer issuer,
            Optional<SiteConfig.SignIn> signIn,
            List<ServiceStack> services) {}

    private final Props props;
    private final EdgeOptions options;
    private final String url;

    EdgeStack(Construct scope, Props props) {
        super(scope, props.stage(), "Edge", "Backplane: one address for the console and all APIs");
        this.props = props;
        this.options = props.stage().edge();
        Bucket bucket = bucket();
        Distribution distribution = distribution(bucket);
        upload(bucket, distribution);
        String host = options.domain().map(EdgeOptions.Domain::name).orElseGet(distribution::getDistributionDomainName);
        this.url = "https://" + host;
        output("Url", url, "The address of the console and of all APIs");
        output("DistributionDomainName", distribution.getDistributionDomainName(), "What your own host name points to");
    }

    /** Returns the address of the console. */
    String consoleUrl() {
        return url + "/";
    }

    /**
     * Creates the bucket for the site. It is deleted with the stack, because the files can be deployed again at any
     * time.
     */
    private Bucket bucket() {
        Bucket bucket = Bucket.Builder.create(this, "Site")
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .encryption(BucketEncryption.S3_MANAGED)
                .enforceSsl(true)
                .minimumTlsVersion(1.2)
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        Suppressions.accept(
                bucket, "AwsSolutions-S1", "Only CloudFront reads the bucket, and everything in it is public.");
        return bucket;
    }

    private Distribution distribution(Bucket bucket) {
        Distribution.Builder builder = Distribution.Builder.create(this, "Distribution")
                .comment(props.stage().nameOf("edge"))
                .defaultBehavior(siteBehavior(bucket))
                .additionalBehaviors(ApiBehaviors.of(props.services()))
                .httpVersion(HttpVersion.HTTP2_AND_3)
                // The APIs are in one region; more locations would only speed up static files.
                .priceClass(PriceClass.PRICE_CLASS_100)
                .minimumProtocolVersion(SecurityPolicyProtocol.TLS_V1_2_2021);
        options.webAclArn().ifPresent(builder::webAclId);
        options.domain()
                .ifPresent(domain -> builder.domainNames(List.of(domain.name()))
                        .certificate(Certificate.fromCertificateArn(this, "Certificate", domain.certificateArn())));
        Distribution distribution = builder.build();
        accept(distribution);
        return distribution;
    }

    private void accept(IConstruct distribution) {
        Suppressions.accept(
                distribution,
                "AwsSolutions-CFR1",
                "Where an installation may be used from is its operator's decision.");
        Suppressions.accept(
                distribution,
                "AwsSolutions-CFR3",
                "Each API has an access log; the site is static, and logs of it would need a stack in us-east-1.");
        if (options.webAclArn().isEmpty()) {
            Suppressions.accept(
                    distribution, "AwsSolutions-CFR2", "A web ACL costs money while idle; edgeWebAclArn sets one.");
        }
        if (options.domain().isEmpty()) {
            Suppressions.accept(
                    distribution,
                    "AwsSolutions-CFR4",
                    "CloudFront's own certificate comes with its own TLS policy; edgeDomain changes both.");
        }
    }

    private BehaviorOptions siteBehavior(Bucket bucket) {
        S3OriginAccessControl access = S3OriginAccessControl.Builder.create(this, "SiteAccess")
                .originAccessControlName(globalName())
                .build();
        Function routes = Function.Builder.create(this, "SiteRoutes")
                .functionName(globalName())
                .runtime(FunctionRuntime.JS_2_0)
                .comment("Finds the file of a path")
                .code(FunctionCode.fromInline(SiteFunction.code(props.site(), Site.CONFIG_PATH)))
                .build();
        return BehaviorOptions.builder()
                .origin(S3BucketOrigin.withOriginAccessControl(
                        bucket,
                        S3BucketOriginWithOACProps.builder()
                                .originAccessControl(access)
                                .build()))
                .viewerProtocolPolicy(ViewerProtocolPolicy.REDIRECT_TO_HTTPS)
                .cachePolicy(CachePolicy.CACHING_OPTIMIZED)
                .responseHeadersPolicy(securityHeaders())
                .functionAssociations(List.of(FunctionAssociation.builder()
                        .eventType(FunctionEventType.VIEWER_REQUEST)
                        .function(routes)
                        .build()))
                .build();
    }

    // Only for the site: responses of the APIs have their own headers.
    private ResponseHeadersPolicy securityHeaders() {
        return ResponseHeadersPolicy.Builder.create(this, "SiteHeaders")
                .responseHeadersPolicyName(globalName())
                .securityHeadersBehavior(ResponseSecurityHeadersBehavior.builder()
                        .contentSecurityPolicy(ResponseHeadersContentSecurityPolicy.builder()
                                .contentSecurityPolicy(Site.contentSecurityPolicy(issuerOrigins()))
                                .override(true)
                                .build())
                        .contentTypeOptions(ResponseHeadersContentTypeOptions.builder()
                                .override(true)
                                .build())
                        .frameOptions(ResponseHeadersFrameOptions.builder()
                                .frameOption(HeadersFrameOption.DENY)
                                .override(true)
                                .build())
                        .referrerPolicy(ResponseHeadersReferrerPolicy.builder()
                                .referrerPolicy(HeadersReferrerPolicy.NO_REFERRER)
                                .override(true)
                                .build())
                        .strictTransportSecurity(ResponseHeadersStrictTransportSecurity.builder()
                                .accessControlMaxAge(Duration.days(365))
                                .override(true)
                                .build())
                        .build())
                .build();
    }

    /** Uploads the files, and the configuration, which depends on the other stacks. */
    private void upload(Bucket bucket, Distribution distribution) {
        BucketDeployment deployment = BucketDeployment.Builder.create(this, "SiteFiles")
                .sources(List.of(
                        Source.asset(props.site().toString()),
                        Source.jsonData(Site.CONFIG_PATH.substring(1), config().members())))
                .destinationBucket(bucket)
                .cacheControl(List.of(CacheControl.fromString(Site.CACHE_CONTROL)))
                .distribution(distribution)
                .distributionPaths(List.of("/*"))
                .retainOnDelete(false)
                .logGroup(LogGroups.create(
                        this, "SiteFilesLog", "/backplane/" + props.stage().stage() + "/site-files", props.stage()))
                .build();
        acceptCdksFunction(deployment);
    }

    private SiteConfig config() {
        StageSettings stage = props.stage();
        Map<String, String> links = new TreeMap<>(Map.of(
                "docs",
                "/docs",
                "dashboard",
                "https://" + getRegion() + ".console.aws.amazon.com/cloudwatch/home?region=" + getRegion()
                        + "#dashboards/dashboard/" + stage.nameOf("suite")));
        if (stage.runbooks().startsWith("https://")) {
            links.put("runbooks", stage.runbooks());
        }
        return new SiteConfig(stage.stage(), getRegion(), props.issuer().issuer(), props.signIn(), links);
    }

    /** Returns the origins of the issuer, which the site calls for tokens. */
    private List<String> issuerOrigins() {
        return switch (props.stage().identity()) {
            case IdentitySettings.Cognito _ ->
                props.signIn().map(SiteConfig.SignIn::baseUrl).stream().toList();
            case IdentitySettings.External external ->
                List.of("https://" + URI.create(external.issuer()).getRawAuthority());
        };
    }

    /** Accepts the findings for the CDK's own function, which runs only during deployments of this stack. */
    private void acceptCdksFunction(BucketDeployment deployment) {
        String reason = "The CDK's function for bucket deployments has this; it runs during deployments only.";
        IConstruct handler = Optional.ofNullable(
                        deployment.getHandlerRole().getNode().getScope())
                .orElseThrow();
        for (String rule : List.of("AwsSolutions-IAM4", "AwsSolutions-IAM5", "AwsSolutions-L1")) {
            Suppressions.acceptBelow(handler, rule, reason);
        }
    }

    /** Returns a name with the region, for resources whose names must be unique across all regions of an account. */
    private String globalName() {
        return props.stage().nameOf("site-" + getRegion());
    }
}
