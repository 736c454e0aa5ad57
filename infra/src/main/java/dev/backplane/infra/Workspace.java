package dev.backplane.infra;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.Packaging;
import dev.backplane.infra.settings.UnusableSettingsException;
import dev.backplane.packages.AotPackage;
import dev.backplane.packages.Architecture;
import dev.backplane.tenants.StackVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The checkout that the application runs in: the folder of {@code cdk.json}, which names the stages. */
record Workspace(Path root) {

    private static final String CDK_JSON = "cdk.json";
    private static final String VERSION_TXT = "version.txt";

    /** The nearest folder upwards that holds a {@code cdk.json}, so that any module's folder will do as a start. */
    static Workspace around(Path folder) {
        return Stream.iterate(folder.toAbsolutePath().normalize(), path -> path != null, Path::getParent)
                .filter(path -> Files.isRegularFile(path.resolve(CDK_JSON)))
                .findFirst()
                .map(Workspace::new)
                .orElseThrow(() -> new IllegalStateException("No " + CDK_JSON + " in " + folder + " or above it"));
    }

    /** The context of {@code cdk.json}: the CDK CLI hands it over, a plain run has to read it. */
    Map<String, Object> context() {
        Path file = root.resolve(CDK_JSON);
        try {
            JsonMapper json = new JsonMapper();
            return json.convertValue(json.readTree(file.toFile()).required("context"), new TypeReference<>() {});
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    /** What the build of a service leaves for Lambda. */
    FunctionCode functionCode(String service, Packaging packaging) {
        return switch (packaging) {
            case SNAPSTART -> managedCode(service);
            case AOT -> trainedCode(service);
        };
    }

    private FunctionCode managedCode(String service) {
        Path code = root.resolve("functions").resolve(service).resolve("target/function");
        if (!Files.isDirectory(code)) {
            throw new IllegalStateException(code + " does not exist: build the services first (mvn package)");
        }
        return new FunctionCode.Managed(code);
    }

    private FunctionCode trainedCode(String service) {
        Architecture architecture =
                Architecture.ofThisMachine().orElseThrow(() -> new UnusableSettingsException(Architecture.ADVICE));
        try {
            Path zip = new AotPackage(root, service, architecture).zip();
            if (!Files.exists(zip)) {
                throw new UnusableSettingsException("There is no package with an AOT cache of the service " + service
                        + " as it is now: run ./backplane package aot");
            }
            return new FunctionCode.Trained(zip, architecture);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read the jars of " + service, unreadable);
        }
    }

    /** The text of a file, named from the root. */
    String read(String path) {
        Path file = root.resolve(path);
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    /** The version of the tenant stack's definition, such as {@code 1.0.0}. */
    StackVersion tenantStackVersion() {
        try {
            return StackVersion.parse(read(VERSION_TXT).strip());
        } catch (IllegalArgumentException malformed) {
            throw new IllegalStateException(VERSION_TXT + " " + malformed.getMessage(), malformed);
        }
    }
}
