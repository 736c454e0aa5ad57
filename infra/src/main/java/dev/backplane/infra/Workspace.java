package dev.backplane.infra;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.Packaging;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.tenants.StackVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.Architecture;

/** The checkout of the project: the folder with {@code cdk.json}, which defines the stages. */
record Workspace(Path root) {

    private static final String CDK_JSON = "cdk.json";
    private static final String VERSION_TXT = "version.txt";

    /** Returns the nearest folder with a {@code cdk.json}, starting at the current one and going up. */
    static Workspace around(Path folder) {
        return Stream.iterate(folder.toAbsolutePath().normalize(), path -> path != null, Path::getParent)
                .filter(path -> Files.isRegularFile(path.resolve(CDK_JSON)))
                .findFirst()
                .map(Workspace::new)
                .orElseThrow(() -> new IllegalStateException("No " + CDK_JSON + " in " + folder + " or above it"));
    }

    /** Returns the context in {@code cdk.json}. The CDK CLI passes it on; a direct run reads it here. */
    Map<String, Object> context() {
        Path file = root.resolve(CDK_JSON);
        try {
            JsonMapper json = new JsonMapper();
            return json.convertValue(json.readTree(file.toFile()).required("context"), new TypeReference<>() {});
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    /** Returns the Lambda package of a service. */
    FunctionCode functionCode(String service, Packaging packaging) {
        return switch (packaging) {
            case SNAPSTART -> snapStartCode(service);
            case AOT -> aotCode(service);
        };
    }

    private FunctionCode snapStartCode(String service) {
        Path code = snapStartFolder(service);
        if (!Files.isDirectory(code)) {
            throw new IllegalStateException(code + " does not exist: build the services first (mvn package)");
        }
        return new FunctionCode.Managed(code);
    }

    private Path snapStartFolder(String service) {
        return root.resolve("functions").resolve(service).resolve("target/function");
    }

    // The file name contains the architecture. A jar that is newer than the zip shows that `package aot` has not run
    // since the last build.
    private FunctionCode aotCode(String service) {
        for (Architecture architecture : List.of(Architecture.X86_64, Architecture.ARM_64)) {
            Path zip = root.resolve("packaging/target/aot/" + service + "-" + architecture.getName() + ".zip");
            if (Files.exists(zip) && lastBuilt(service).compareTo(lastModified(zip)) <= 0) {
                return new FunctionCode.Aot(zip, architecture);
            }
        }
        throw new InvalidSettingsException("The service " + service
                + " has no current package with an AOT cache: run ./backplane package aot on Linux");
    }

    private FileTime lastBuilt(String service) {
        try (Stream<Path> jars = Files.list(snapStartFolder(service).resolve("lib"))) {
            return jars.map(Workspace::lastModified)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read the jars of " + service, unreadable);
        }
    }

    private static FileTime lastModified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    /** Returns the folder of the site that the build creates. */
    Path site() {
        Path site = root.resolve("console/target/classes/site");
        if (!Files.isDirectory(site)) {
            throw new IllegalStateException(site + " does not exist: build the console first (mvn package)");
        }
        return site;
    }

    /** Returns the text of a file, relative to the root. */
    String read(String path) {
        Path file = root.resolve(path);
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    /** Returns the text of a file that may be missing. */
    Optional<String> find(String path) {
        return Files.isRegularFile(root.resolve(path)) ? Optional.of(read(path)) : Optional.empty();
    }

    /** Returns the version of the tenant stack's definition, such as {@code 1.0.0}. */
    StackVersion tenantStackVersion() {
        try {
            return StackVersion.parse(read(VERSION_TXT).strip());
        } catch (InvalidValueException malformed) {
            throw new IllegalStateException(VERSION_TXT + " " + malformed.getMessage(), malformed);
        }
    }
}
