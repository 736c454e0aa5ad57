package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.Packaging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PackagingTest {

    static final List<String> SERVICES = TestApp.SERVICES;

    private static TestApp aot() {
        return TestApp.with(Map.of("packaging", "aot"));
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void aot_runsOnTheOsOnlyRuntimeOfItsArchitectureWithoutSnapshots(String stack) {
        List<JsonNode> functions = aot().properties(stack, "AWS::Lambda::Function");

        assertThat(functions).isNotEmpty().allSatisfy(function -> {
            assertThat(function.get("Runtime").asText()).isEqualTo("provided.al2023");
            assertThat(function.at("/Architectures/0").asText()).isEqualTo("x86_64");
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
        assertThat(aot().findings("Backplane-dev-" + stack)).isEmpty();
    }

    @Test
    void aot_usesTheZip() {
        Workspace workspace = TestApp.workspace();

        assertThat(workspace.functionCode("pool", Packaging.AOT))
                .isInstanceOfSatisfying(
                        FunctionCode.Aot.class,
                        code -> assertThat(code.zip()).isRegularFile().hasExtension("zip"));
    }

    @Test
    void aot_takesTheArchitectureFromTheNameOfTheZip() throws IOException {
        Workspace workspace = TestApp.workspace();
        Path zip = workspace.root().resolve("packaging/target/aot/pool-x86_64.zip");
        Files.move(zip, zip.resolveSibling("pool-arm64.zip"));

        assertThat(workspace.functionCode("pool", Packaging.AOT))
                .isInstanceOfSatisfying(
                        FunctionCode.Aot.class,
                        code -> assertThat(code.architecture().getName()).isEqualTo("arm64"));
    }

    @Test
    void aot_whenAJarIsNewerThanItsPackage_namesTheCommand() throws IOException {
        Workspace workspace = TestApp.workspace();
        Path zip = workspace.root().resolve("packaging/target/aot/pool-x86_64.zip");
        Files.setLastModifiedTime(
                workspace.root().resolve("functions/pool/target/function/lib/stand-in.jar"),
                FileTime.from(Files.getLastModifiedTime(zip).toInstant().plusSeconds(1)));

        assertThatThrownBy(() -> workspace.functionCode("pool", Packaging.AOT))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("pool", "./backplane package aot");
    }

    @Test
    void aot_whenThereIsNoPackage_namesTheCommand() throws IOException {
        Workspace workspace = TestApp.workspace();
        Files.delete(workspace.root().resolve("packaging/target/aot/layers-x86_64.zip"));

        assertThatThrownBy(() -> workspace.functionCode("layers", Packaging.AOT))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("layers", "./backplane package aot");
    }
}
