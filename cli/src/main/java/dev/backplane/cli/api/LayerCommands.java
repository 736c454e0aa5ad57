package dev.backplane.cli.api;

import static dev.backplane.cli.api.Placement.FILE;
import static dev.backplane.cli.api.Placement.LIST;
import static dev.backplane.cli.api.Placement.PATH;
import static dev.backplane.cli.api.Placement.QUERY;
import static dev.backplane.cli.api.Placement.QUERY_FLAG;
import static dev.backplane.cli.api.Placement.TEXT;

import java.util.List;

/** The commands for layers. {@code layers publish} is several calls. */
final class LayerCommands {

    private static final String VERSION_PATH = "/layers/{region}/{package}/{version}";
    private static final String[] COLUMNS = {
        "package", "region", "layerVersion", "packageVersion", "deployStatus", "createdAt", "expiresAt", "arn"
    };

    static final List<Operation> ALL = List.of(
            ofPackage(Operation.post(
                            "layers register",
                            "/layers/{region}/{package}",
                            "Registers a published layer version as the latest of its package."))
                    .requiredOption("arn", TEXT, "The ARN of the layer version.")
                    .requiredOption("packageVersion", TEXT, "The version of the package in the layer.")
                    .option("requirements=requirementsTxt", FILE, "A file with the requirements.")
                    .option("runtimes=compatibleRuntimes", LIST, "The runtimes that the layer is made for.")
                    .option(
                            "architectures=compatibleArchitectures",
                            LIST,
                            "The architectures that the layer is made for.")
                    .reason(TEXT)
                    .example("us-east-1 yaml --package-version 6.0"
                            + " --arn arn:aws:lambda:us-east-1:000000000000:layer:yaml:1"),
            Operation.get(
                            "layers latest",
                            "/layers/latest/{region}/{package}",
                            "Shows the latest layer version of a package, or of every package.")
                    .argument("region", PATH, "An AWS region.")
                    .optionalArgument("package", PATH, "A package; all packages of the region if absent.")
                    .option("runtime", QUERY, "Only layers that are compatible with this runtime; without PACKAGE.")
                    .option("architecture", QUERY, "Only layers for this architecture; without PACKAGE.")
                    .columns(COLUMNS)
                    .example("us-east-1"),
            Operation.get(
                            "layers list",
                            "/layers/{region}/{package}",
                            "Lists the layer versions of a region or package.")
                    .argument("region", PATH, "An AWS region.")
                    .optionalArgument("package", PATH, "A package; all packages of the region if absent.")
                    .option("includeDeleted", QUERY_FLAG, "Also list deleted versions; requires PACKAGE.")
                    .columns(COLUMNS)
                    .example("us-east-1 yaml"),
            version(Operation.get("layers show", VERSION_PATH, "Shows a layer version, even a deleted one."))
                    .example("us-east-1 yaml 1"),
            version(Operation.put(
                            "layers hold",
                            VERSION_PATH + "/hold",
                            "Holds a version, so that it neither expires nor can be deleted."))
                    .option("until", TEXT, "When the hold ends, in UTC; never if absent.")
                    .reason(TEXT)
                    .example("us-east-1 yaml 1 --reason audit"),
            version(Operation.delete("layers release", VERSION_PATH + "/hold", "Releases a version from its hold."))
                    .reason(QUERY)
                    .example("us-east-1 yaml 1"),
            version(Operation.get(
                            "layers usage", VERSION_PATH + "/usage", "Lists the functions that use a layer version."))
                    .columns("functionName", "version", "aliases", "functionArn")
                    .example("us-east-1 yaml 1"),
            version(Operation.delete("layers delete", VERSION_PATH, "Deletes a layer version, in Lambda too."))
                    .option(
                            "promotePrevious",
                            QUERY_FLAG,
                            "Delete the latest version; the one before becomes the latest.")
                    .reason(QUERY)
                    .example("us-east-1 yaml 1"),
            Operation.get("layers publication", "/publications/{publicationId}", "Shows the progress of a publication.")
                    .argument("publication=publicationId", PATH, "The id of the publication.")
                    .example("0f0e2c9c-4a5b-4c52-9d0a-5b1a5d1c7a10"));

    private LayerCommands() {}

    private static Operation ofPackage(Operation operation) {
        return operation.argument("region", PATH, "An AWS region.").argument("package", PATH, "The name of a package.");
    }

    private static Operation version(Operation operation) {
        return ofPackage(operation).argument("version", PATH, "The number of the layer version.");
    }
}
