package dev.backplane.infra;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.constructs.Construct;

/**
 * The CloudFormation template of a tenant's stack, which the service deploys for each tenant at run time.
 *
 * <p>An application of its own synthesizes it, as it is no stack of this one. Its text is the same for the same
 * definition, whichever version of the CDK and whichever order of members made it.
 */
record TenantTemplate(String text) {

    private static final String STACK = "Tenant";

    private static final JsonMapper CANONICAL = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** Synthesizes the template. */
    static TenantTemplate synthesize() {
        return inTemporaryFolder(folder -> {
            App app = App.Builder.create()
                    .outdir(folder.resolve("cdk.out").toString())
                    .autoSynth(false)
                    .analyticsReporting(false)
                    // The CLI asks for it, and it would make another template of the same definition.
                    .postCliContext(Map.of("aws:cdk:enable-path-metadata", false))
                    .build();
            new TenantStackTemplate(app, STACK);
            Path file = Path.of(app.synth().getStackByName(STACK).getTemplateFullPath());
            return new TenantTemplate(canonical(file));
        });
    }

    private static String canonical(Path template) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(new DefaultIndenter("  ", "\n"));
        Object members = CANONICAL.readValue(template.toFile(), Map.class);
        return CANONICAL.writer(printer).writeValueAsString(members) + "\n";
    }

    /** The SHA-256 of the text, which the guard of the versions compares. */
    String hash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new LinkageError("Every Java has SHA-256", impossible);
        }
    }

    /** Publishes the template with the stack, under a name that is made of its content. */
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
            throw new UncheckedIOException("Cannot make the tenant template", e);
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
