package dev.backplane.infra;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.console.Site;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeStackTest {

    // The quota of a distribution:
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
    private static final int MAX_BEHAVIORS = 75;

    private static final TestApp APP = TestApp.withEdge();

    @Test
    void dev_hasNoEdge() {
        assertThat(TestApp.dev().stackNames()).doesNotContain("Backplane-dev-Edge");
    }

    @Test
    void everyRoute_leadsToTheApiOfItsService() {
        Map<String, String> serviceOfOrigin = StreamSupport.stream(
                        distribution().get("Origins").spliterator(), false)
                .filter(origin -> origin.has("CustomOriginConfig"))
                .collect(Collectors.toMap(
                        origin -> origin.get("Id").asText(),
                        origin -> origin.get("DomainName")
                                .findValue("Fn::ImportValue")
                                .asText()));
        assertThat(serviceOfOrigin.values()).doesNotHaveDuplicates().hasSize(TestApp.SERVICES.size());

        BackplaneApp.OPERATIONS.forEach(operation -> operation.routes().forEach(route -> {
            List<JsonNode> matching = behaviors().stream()
                    .filter(behavior -> matches(behavior.get("PathPattern").asText(), route.path()))
                    .toList();
            assertThat(matching).as(route.key()).hasSize(1);
            String origin = matching.getFirst().get("TargetOriginId").asText();
            assertThat(serviceOfOrigin.get(origin))
                    .as(route.key())
                    .containsIgnoringCase("Backplane-dev-" + operation.service() + ":");
        }));
    }

    @Test
    void behaviors_takeNoPathOfOthersAndFitTheQuota() {
        assertThat(behaviors()).hasSizeBetween(20, MAX_BEHAVIORS).allSatisfy(behavior -> {
            assertThat(matches(behavior.get("PathPattern").asText(), "/poolfoo"))
                    .isFalse();
            assertThat(matches(behavior.get("PathPattern").asText(), "/docs/pool.yaml"))
                    .isFalse();
            assertThat(matches(behavior.get("PathPattern").asText(), "/config.json"))
                    .isFalse();
        });
    }

    @Test
    void apiBehavior_neverCachesAndPassesEverythingButTheHost() {
        assertThat(behaviors()).allSatisfy(behavior -> {
            // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
            assertThat(behavior.get("CachePolicyId").asText()).isEqualTo("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
            assertThat(behavior.get("OriginRequestPolicyId").asText())
                    .isEqualTo("b689b0a8-53d0-40ab-baf2-68738e2966ac");
            assertThat(behavior.get("AllowedMethods")).hasSize(7);
            assertThat(behavior.get("ViewerProtocolPolicy").asText()).isEqualTo("https-only");
            assertThat(behavior.get("Compress").asBoolean()).isFalse();
            assertThat(behavior.has("ResponseHeadersPolicyId")).isFalse();
            assertThat(behavior.has("FunctionAssociations")).isFalse();
        });
    }

    @Test
    void errorPages_areNotReplaced() {
        assertThat(distribution().has("CustomErrorResponses")).isFalse();
    }

    @Test
    void bucket_isReadByTheDistributionAlone() {
        JsonNode origin = StreamSupport.stream(distribution().get("Origins").spliterator(), false)
                .filter(one -> one.has("S3OriginConfig"))
                .findFirst()
                .orElseThrow();
        assertThat(origin.at("/S3OriginConfig/OriginAccessIdentity").asText()).isEmpty();
        assertThat(origin.has("OriginAccessControlId")).isTrue();
        assertThatJson(APP.properties("Edge", "AWS::S3::Bucket").getFirst().get("PublicAccessBlockConfiguration"))
                .isEqualTo("""
                        {"BlockPublicAcls": true, "BlockPublicPolicy": true, "IgnorePublicAcls": true,
                         "RestrictPublicBuckets": true}""");
        String policy =
                APP.properties("Edge", "AWS::S3::BucketPolicy").getFirst().toString();
        assertThat(policy).contains("aws:SecureTransport", "cloudfront.amazonaws.com", "AWS:SourceArn");
    }

    @Test
    void site_hasTheSecurityHeadersThatItHasLocally() {
        JsonNode policy = APP.properties("Edge", "AWS::CloudFront::ResponseHeadersPolicy")
                .getFirst()
                .at("/ResponseHeadersPolicyConfig/SecurityHeadersConfig");
        Map<String, String> local = Site.securityHeaders(List.of());

        assertThat(policy.at("/FrameOptions/FrameOption").asText()).isEqualTo(local.get("X-Frame-Options"));
        assertThat(policy.at("/ReferrerPolicy/ReferrerPolicy").asText()).isEqualTo(local.get("Referrer-Policy"));
        assertThat(policy.at("/ContentTypeOptions/Override").asBoolean()).isTrue();
        assertThat(policy.at("/StrictTransportSecurity/AccessControlMaxAgeSec").asInt())
                .isEqualTo(31_536_000);
        assertThat(policy.at("/ContentSecurityPolicy/ContentSecurityPolicy").toString())
                .contains(
                        "default-src 'none'",
                        "connect-src 'self' https://",
                        "Backplane-dev-Identity:ExportsOutputRefPoolDomain");
    }

    @ParameterizedTest
    @CsvSource({
        "/, /index.html",
        "/index.html, /index.html",
        "/docs, /docs/index.html",
        "/docs/, /docs/index.html",
        "/config.json, /config.json"
    })
    void siteFunction_findsTheFile(String path, String file) throws Exception {
        assertThatJson(run(path)).node("uri").isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/none", "/poolfoo", "/docs/none.yaml", "/index.html/", "//", "/constructor"})
    void siteFunction_whenThereIsNoFile_answersAsApiGateway(String path) throws Exception {
        JsonNode answer = new JsonMapper().readTree(run(path));

        assertThat(answer.get("statusCode").asInt()).isEqualTo(404);
        assertThat(answer.get("body").asText()).isEqualTo("{\"message\":\"Not Found\"}");
    }

    /** Runs the function as CloudFront does, on the Node that the CDK needs. */
    private static String run(String path) throws Exception {
        String code = APP.properties("Edge", "AWS::CloudFront::Function")
                .getFirst()
                .get("FunctionCode")
                .asText();
        String call = "console.log(JSON.stringify(handler({request: {uri: '" + path + "'}})))";
        Process node = new ProcessBuilder("node", "--eval", code + call)
                .redirectErrorStream(true)
                .start();
        String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor()).as(output).isZero();
        return output;
    }

    /** Identity comes before the services and they before the edge, so that only the edge can know all of them. */
    @Test
    void configuration_isWrittenAfterAllOtherStacks() {
        Set<String> before = new HashSet<>();
        addDependencies("Backplane-dev-Edge", before);
        assertThat(before).contains("Backplane-dev-Identity", "Backplane-dev-Pool");

        Set<String> beforeIdentity = new HashSet<>();
        addDependencies("Backplane-dev-Identity", beforeIdentity);
        assertThat(beforeIdentity).doesNotContain("Backplane-dev-Edge");

        JsonNode deployment =
                APP.properties("Edge", "Custom::CDKBucketDeployment").getFirst();
        assertThat(deployment.get("SourceMarkers").toString())
                .contains("Backplane-dev-Identity:ExportsOutputRefPeopleClient");
        assertThat(deployment.get("SystemMetadata").get("cache-control").asText())
                .isEqualTo(Site.CACHE_CONTROL);
    }

    private static void addDependencies(String stack, Set<String> all) {
        APP.assembly().getStackByName(stack).getDependencies().stream()
                .map(artifact -> artifact.getId())
                .filter(id -> id.startsWith("Backplane-") && !id.endsWith(".assets"))
                .filter(all::add)
                .forEach(id -> addDependencies(id, all));
    }

    @Test
    void domain_comesWithItsCertificateAndTls12() {
        TestApp app = TestApp.withDomain();
        JsonNode distribution = distribution(app);

        assertThatJson(distribution.get("Aliases")).isEqualTo("[\"backplane.example.com\"]");
        assertThat(distribution.at("/ViewerCertificate/AcmCertificateArn").asText())
                .isEqualTo(TestApp.CERTIFICATE);
        assertThat(distribution.at("/ViewerCertificate/MinimumProtocolVersion").asText())
                .isEqualTo("TLSv1.2_2021");
        assertThat(distribution.get("WebACLId").asText()).isEqualTo(TestApp.WEB_ACL);
        assertThat(app.template("Edge").at("/Outputs/Url/Value").asText()).isEqualTo("https://backplane.example.com");
    }

    @Test
    void config_ofAnExternalIssuer_namesTheIssuerAndLetsTheSiteCallIt() {
        TestApp app = TestApp.withExternalIssuer();

        assertThat(app.properties("Edge", "AWS::CloudFront::ResponseHeadersPolicy")
                        .toString())
                .contains("connect-src 'self' https://login.example.com;");
    }

    private static JsonNode distribution() {
        return distribution(APP);
    }

    private static JsonNode distribution(TestApp app) {
        return app.properties("Edge", "AWS::CloudFront::Distribution")
                .getFirst()
                .get("DistributionConfig");
    }

    private static List<JsonNode> behaviors() {
        return StreamSupport.stream(distribution().get("CacheBehaviors").spliterator(), false)
                .toList();
    }

    private static boolean matches(String pattern, String path) {
        return pattern.endsWith("*") ? path.startsWith(pattern.replace("*", "")) : path.equals(pattern);
    }
}
