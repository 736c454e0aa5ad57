package dev.backplane.infra.settings;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The one address of a stage, in front of the console and all APIs.
 *
 * @param enabled whether the stage has one
 * @param domain the operator's own host name; if empty, CloudFront assigns one
 * @param webAclArn the AWS WAF web ACL that checks requests first
 */
public record EdgeOptions(boolean enabled, Optional<Domain> domain, Optional<String> webAclArn) {

    /** A host name and the ARN of its certificate. */
    public record Domain(String name, String certificateArn) {}

    private static final Pattern FLAG = Pattern.compile("true|false");
    private static final Pattern HOST = Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}");

    // CloudFront accepts certificates and web ACLs only from this region, whatever the region of the suite.
    private static final Pattern CERTIFICATE =
            Pattern.compile("arn:aws[a-z-]*:acm:us-east-1:\\d{12}:certificate/[0-9a-f-]+");
    private static final Pattern WEB_ACL =
            Pattern.compile("arn:aws[a-z-]*:wafv2:us-east-1:\\d{12}:global/webacl/[A-Za-z0-9_-]+/[0-9a-f-]+");

    static EdgeOptions read(ContextReader reader, String stage) {
        boolean enabled = reader.text("edge", FLAG).map(Boolean::valueOf).orElse(stage.equals("prod"));
        Optional<String> name = reader.text("edgeDomain", HOST);
        Optional<String> certificate = reader.text("edgeCertificateArn", CERTIFICATE);
        Optional<String> webAcl = reader.text("edgeWebAclArn", WEB_ACL);
        reader.require(
                name.isEmpty() || certificate.isPresent(), "edgeCertificateArn", "is missing, edgeDomain needs it");
        reader.require(
                certificate.isEmpty() || name.isPresent(), "edgeDomain", "is missing, edgeCertificateArn needs it");
        for (String setting : List.of("edgeDomain", "edgeCertificateArn", "edgeWebAclArn")) {
            reader.require(enabled || !reader.has(setting), setting, "has no use without edge");
        }
        return new EdgeOptions(enabled, name.flatMap(host -> certificate.map(arn -> new Domain(host, arn))), webAcl);
    }
}
