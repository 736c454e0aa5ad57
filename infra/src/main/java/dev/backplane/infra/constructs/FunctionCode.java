package dev.backplane.infra.constructs;

import java.nio.file.Path;
import software.amazon.awscdk.services.lambda.Architecture;

/** The package of a service's functions. */
public sealed interface FunctionCode {

    /** A folder with jars, for Lambda's managed Java runtime. */
    record Managed(Path folder) implements FunctionCode {}

    /** A zip with a Java runtime and an AOT cache, for Lambda's OS-only runtime. */
    record Aot(Path zip, Architecture architecture) implements FunctionCode {}
}
