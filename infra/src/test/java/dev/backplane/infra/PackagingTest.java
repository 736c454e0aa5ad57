package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.Packaging;
import dev.backplane.infra.settings.UnusableSettingsException;
import dev.backplane.packages.AotPackage;
import dev.backplane.packages.Architecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;

class PackagingTest {

    static final List<String> SERVICES = TestApp.SERVICES;

    @BeforeAll
    static void needsAMachineLikeLambdas() {
        assumeTrue(Architecture.ofThisMachine().isPresent(), Architecture.ADVICE);
    }

    private static TestApp aot() {
        return TestApp.with(Map.of("packaging", "aot"));
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void aot_runsOnPlainLinuxOfTheBuildsArchitectureWithoutSnapshots(String stack) {
        List<JsonNode> functions = aot().properties(stack, "AWS::Lambda::Function");

        assertThat(functions).isNotEmpty().allSatisfy(function -> {
            assertThat(function.get("Runtime").asText()).isEqualTo("provided.al2023");
            assertThat(function.at("/Architectures/0").asText())
                    .isEqualTo(Architecture.ofThisMachine().orElseThrow().lambdaName());
            assertThat(function.has("SnapStart")).isFalse();
            assertThat(function.get("Handler").asText()).endsWith("Handler::handleRequest");
        });
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void aot_keepsAPublishedVersionBehindTheAliasLive(String stack) {
        int functions = aot().resources(stack, "AWS::Lambda::Function").size();

        assertThat(aot().properties(stack, "AWS::Lambda::Alias"))
                .hasSize(functions)
                .allSatisfy(alias -> {
                    assertThat(alias.get("Name").asText()).isEqualTo("live");
                    assertThat(aot().resources(stack, "AWS::Lambda::Version"))
                            .containsKey(
                                    alias.at("/FunctionVersion/Fn::GetAtt/0").asText());
                });
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void aot_hasNoFindings(String stack) {
        Annotations annotations = Annotations.fromStack(aot().stack(stack));

        annotations.hasNoError("*", Match.anyValue());
        annotations.hasNoWarning("*", Match.anyValue());
    }

    @Test
    void aot_takesTheZipAsItIs() throws IOException {
        Workspace workspace = TestApp.workspace();

        assertThat(workspace.functionCode("pool", Packaging.AOT))
                .isInstanceOfSatisfying(
                        FunctionCode.Trained.class,
                        code -> assertThat(code.zip()).isRegularFile().hasExtension("zip"));
    }

    @Test
    void aot_whenAJarIsNewerThanItsPackage_namesTheCommand() throws IOException {
        Workspace workspace = TestApp.workspace();
        Files.writeString(workspace.root().resolve("functions/pool/target/function/lib/stand-in.jar"), "new code");

        assertThatThrownBy(() -> workspace.functionCode("pool", Packaging.AOT))
                .isInstanceOf(UnusableSettingsException.class)
                .hasMessageContainingAll("pool", "./backplane package aot");
    }

    @Test
    void aot_whenThereIsNoPackage_namesTheCommand() throws IOException {
        Workspace workspace = TestApp.workspace();
        Path zip = new AotPackage(
                        workspace.root(), "layers", Architecture.ofThisMachine().orElseThrow())
                .zip();
        Files.delete(zip);

        assertThatThrownBy(() -> workspace.functionCode("layers", Packaging.AOT))
                .isInstanceOf(UnusableSettingsException.class)
                .hasMessageContainingAll("layers", "./backplane package aot");
    }
}
