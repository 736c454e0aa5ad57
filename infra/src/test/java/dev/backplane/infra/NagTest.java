package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.sqs.Queue;

class NagTest {

    private static final Set<String> ACCEPTED = Set.of(
            "AwsSolutions-IAM5",
            "AwsSolutions-SQS3",
            "AwsSolutions-COG2",
            "AwsSolutions-COG3",
            "AwsSolutions-S1",
            "AwsSolutions-SF1");

    private static final Set<String> ACCEPTED_AT_THE_EDGE = Set.of(
            "AwsSolutions-CFR1",
            "AwsSolutions-CFR2",
            "AwsSolutions-CFR3",
            "AwsSolutions-CFR4",
            "AwsSolutions-S1",
            "AwsSolutions-IAM4",
            "AwsSolutions-IAM5",
            "AwsSolutions-L1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Identity",
                "Events",
                "Deployments",
                "Layers",
                "Tenants",
                "Pool",
                "Userdata",
                "Activity",
                "Dashboard",
                "SignIn"
            })
    void stack_hasNoFindings(String stack) {
        assertThat(TestApp.dev().findings("Backplane-dev-" + stack)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("edges")
    void edge_hasNoFindings(TestApp app) {
        assertThat(app.findings("Backplane-dev-Edge")).isEmpty();
        assertThat(suppressions(app.template("Edge")))
                .allSatisfy(suppression ->
                        assertThat(suppression.get("id").asText()).isIn(ACCEPTED_AT_THE_EDGE));
    }

    @Test
    void signIn_acceptsFindingsForTheCdksFunctionOnly() {
        assertThat(suppressions(TestApp.dev().template("SignIn")))
                .extracting(suppression -> suppression.get("id").asText())
                .containsOnly("AwsSolutions-IAM4", "AwsSolutions-L1");
    }

    static List<TestApp> edges() {
        return List.of(TestApp.withEdge(), TestApp.withDomain());
    }

    @Test
    void nag_isReallyRunning() {
        App app = new App();
        Stack careless = new Stack(app, "Careless");
        new Queue(careless, "OverPlainHttp");
        Aspects.of(app).add(AwsSolutionsChecks.Builder.create().build());

        Annotations.fromStack(careless).hasError("*", Match.stringLikeRegexp("AwsSolutions-SQS4.*"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Identity",
                "Events",
                "Deployments",
                "Layers",
                "Tenants",
                "Pool",
                "Userdata",
                "Activity",
                "Dashboard"
            })
    void suppression_isOfAnAcceptedRuleAndHasAReason(String stack) {
        assertThat(suppressions(TestApp.dev().template(stack))).allSatisfy(suppression -> {
            assertThat(suppression.get("id").asText()).isIn(ACCEPTED);
            assertThat(suppression.get("reason").asText()).hasSizeGreaterThan(30);
        });
    }

    private static List<JsonNode> suppressions(JsonNode template) {
        List<JsonNode> suppressions = new ArrayList<>();
        template.get("Resources")
                .forEach(resource ->
                        resource.at("/Metadata/cdk_nag/rules_to_suppress").forEach(suppressions::add));
        return suppressions;
    }
}
