package dev.backplane.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTest {

    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"(/[^\"#]*)\"");

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/docs", "/docs/", "/docs/index.html"})
    void at_findsPagesWithAndWithoutTheirFileName(String path) {
        assertThat(Site.at(path).orElseThrow().contentType()).startsWith("text/html");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                "/none",
                "/none.html",
                "/config.json",
                "/../site/index.html",
                "/docs/../index.html",
                "/./index.html",
                "/docs//index.html",
                "/index.html/",
                "/%2e%2e/site/index.html",
                "/docs/.hidden.html"
            })
    void at_whenThereIsNoSuchFile_isEmpty(String path) {
        assertThat(Site.at(path)).isEmpty();
    }

    @Test
    void docs_listAndServeEveryApiDescription() throws IOException {
        String page = text("/docs");
        try (Stream<Path> descriptions = Files.list(Path.of("../docs/openapi"))) {
            assertThat(descriptions.map(file -> "/docs/" + file.getFileName()).toList())
                    .isNotEmpty()
                    .allSatisfy(path -> {
                        assertThat(page).contains("href=\"" + path + "\"");
                        assertThat(text(path)).startsWith("openapi: 3.1.0");
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs"})
    void page_refersToExistingFilesAndHasNothingInline(String path) {
        String page = text(path);

        assertThat(REFERENCE.matcher(page).results().map(MatchResult::group)).isNotEmpty();
        assertThat(REFERENCE.matcher(page).results().map(match -> match.group(1)))
                .allSatisfy(reference ->
                        assertThat(Site.at(reference)).as(reference).isPresent());
        assertThat(page).doesNotContain(" style=", "<style", "onclick=").doesNotContainPattern("<script(?![^>]* src=)");
    }

    @Test
    void contentSecurityPolicy_allowsTheIssuerOnlyToBeCalled() {
        assertThat(Site.contentSecurityPolicy(List.of("https://issuer.example")))
                .contains("connect-src 'self' https://issuer.example;", "script-src 'self';")
                .doesNotContain("unsafe");
    }

    @Test
    void config_ofAnIssuerWithoutSignIn_hasNoClient() {
        SiteConfig config = new SiteConfig("dev", "us-east-1", "https://issuer.example", Optional.empty(), Map.of());

        assertThat(config.members()).containsOnlyKeys("stage", "region", "issuer", "links");
    }

    private static String text(String path) {
        return new String(Site.at(path).orElseThrow().bytes(), StandardCharsets.UTF_8);
    }
}
