package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantVersionGuardTest {

    private static final String FILE = "infra/tenant-template-versions.txt";
    private static final TenantVersionGuard GUARD =
            new TenantVersionGuard("version.txt", FILE, List.of("1.0.0 aaa", "1.0.9 bbb"));

    /** The check of the build, which fails with instructions. */
    @Test
    void template_isTheOneThatWasRecordedForTheVersionInVersionTxt() throws IOException {
        List<String> lines = Files.readAllLines(TestApp.ROOT.resolve(FILE));
        String version = new Workspace(TestApp.ROOT).tenantStackVersion().value();
        String hash = TenantTemplate.synthesize().hash();

        new TenantVersionGuard("version.txt", FILE, lines)
                .complaint(version, hash)
                .ifPresent(complaint -> {
                    throw new AssertionError(complaint);
                });
    }

    @Test
    void records_areOneLineAVersion() throws IOException {
        List<String> lines = Files.readAllLines(TestApp.ROOT.resolve(FILE));

        assertThat(lines).isNotEmpty().allMatch(line -> line.matches("\\d+\\.\\d+\\.\\d+ [0-9a-f]{64}"));
        assertThat(lines).extracting(line -> line.split(" ", 2)[0]).doesNotHaveDuplicates();
    }

    @Test
    void complaint_whenTheTemplateIsTheRecordedOne_isNone() {
        assertThat(GUARD.complaint("1.0.9", "bbb")).isEmpty();
    }

    @Test
    void complaint_whenTheTemplateChangedUnderItsVersion_saysToRaiseItAndWhichLineToAdd() {
        assertThat(GUARD.complaint("1.0.9", "ccc"))
                .contains(
                        "The template of tenant stacks has changed, but version.txt still says 1.0.9. Raise version.txt, "
                                + "for instance to 1.0.10, and add this line to infra/tenant-template-versions.txt: 1.0.10 ccc");
    }

    @Test
    void complaint_whenTheVersionIsNew_saysWhichLineToAdd() {
        assertThat(GUARD.complaint("1.0.10", "ccc"))
                .contains("version.txt says 1.0.10, which infra/tenant-template-versions.txt does not know. "
                        + "Add this line to it: 1.0.10 ccc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "v1.0.0", "1.0.0-rc1", "1.0.10000"})
    void version_thatExecutionNamesCannotCarry_isRefused(String version, @TempDir Path root) throws IOException {
        Files.writeString(root.resolve("version.txt"), version + "\n");

        assertThatThrownBy(() -> new Workspace(root).tenantStackVersion())
                .hasMessageContainingAll("version.txt", "such as 1.0.0");
    }
}
