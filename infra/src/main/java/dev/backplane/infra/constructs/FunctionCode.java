package dev.backplane.infra.constructs;

import dev.backplane.packages.Architecture;
import java.nio.file.Path;

/** What the functions of a service are made of. */
public sealed interface FunctionCode {

    /** A folder with jars, for Lambda's Java. */
    record Managed(Path folder) implements FunctionCode {}

    /** A zip with a Java of its own, for Lambda's plain Linux on one kind of machine. */
    record Trained(Path zip, Architecture architecture) implements FunctionCode {}
}
