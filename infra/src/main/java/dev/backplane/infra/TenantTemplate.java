package dev.backplane.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.platform.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.constructs.Construct;

/**
 * The CloudFormation template of a tenant's stack, which the service deploys for each tenant at run time.
 *
 * <p>A separate CDK app synthesizes the built-in one, because it is not a stack of this app. The text is canonical: it
 * depends on the definition only, not on the version of the CDK, the order of members, or comments.
 */
record TenantTemplate(String text) {

    private static final String STACK = "Tenant";

    private static final JsonMapper CANONICAL = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    static TenantTemplate synthesize() {
        return inTemporaryFolder(folder -> {
            App app = App.Builder.create()
                    .outdir(folder.resolve("cdk.out").toString())
                    .autoSynth(false)
                    .analyticsReporting(false)
                    // The CLI enables it, which would change the template.
                    .postCliContext(Map.of("aws:cdk:enable-path-metadata", false))
                    .build();
            new SingleTenantStack(app, STACK);
            Path file = Path.of(app.synth().getStackByName(STACK).getTemplateFullPath());
            return new TenantTemplate(canonical(file));
        });
    }

    /** Creates the template of an operator. */
    static TenantTemplate of(JsonNode template) {
        return new TenantTemplate(canonical(CANONICAL.convertValue(template, Map.class)));
    }

    private static String canonical(Path template) throws IOException {
        return canonical(CANONICAL.readValue(template.toFile(), Map.class));
    }

    private static String canonical(Object members) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return CANONICAL.writer(printer).writeValueAsString(members) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the SHA-256 of the text, which the version guard compares. */
    String hash() {
        return Sha256.hex(text);
    }

    /** Publishes the template as an asset, named by its content. */
    Asset publish(Construct scope) {
        return inTemporaryFolder(folder -> {
            Path file = Files.writeString(folder.resolve("tenant.template.json"), text);
            return Asset.Builder.create(scope, "TenantTemplate")
                    .path(file.toString())
                    .build();
        });
    }

    private interface Work<T> {
        T in(Path folder) throws IOException;
    }

    private static <T> T inTemporaryFolder(Work<T> work) {
        try {
            Path folder = Files.createTempDirectory("backplane-tenant");
            try {
                return work.in(folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot synthesize the tenant template", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
