package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations in Node.js, with an installed SDK and with a bundled one. */
final class NodeVariants {

    private static final String SDK = "@aws-sdk/client-dynamodb@3.1162.0";
    private static final String BUNDLER = "esbuild@0.28.2";

    private final Path folder;
    private final Path interpreter;
    private final Path certificate;
    private final Map<String, String> bundles = new HashMap<>();

    private NodeVariants(Path folder, Path interpreter, Path certificate) {
        this.folder = folder;
        this.interpreter = interpreter;
        this.certificate = certificate;
    }

    /** Installs the SDK on first use; empty without Node.js or if npm fails. */
    static Optional<NodeVariants> find(Path certificate) {
        Path root = WorkFolder.root();
        Optional<String> node = ExternalCommand.run(root, List.of("node", "-p", "process.execPath"));
        Path folder = root.resolve(".backplane/bench/node");
        return node.filter(_ -> isInstalled(folder)).map(path -> {
            copyFunctions(root.resolve("bench/src/main/node"), folder);
            return new NodeVariants(folder, Path.of(path), certificate);
        });
    }

    private static boolean isInstalled(Path folder) {
        if (Files.isExecutable(folder.resolve("node_modules/.bin/esbuild"))
                && Files.isDirectory(folder.resolve("node_modules/@aws-sdk/client-dynamodb"))) {
            return true;
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ExternalCommand.run(
                        folder,
                        List.of("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", ".", SDK, BUNDLER))
                .isPresent();
    }

    private static void copyFunctions(Path from, Path to) {
        for (Path file : WorkFolder.filesIn(from)) {
            try {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    List<Variant> all() {
        return List.of(
                Variant.of(
                        Variant.NODE,
                        operation -> launch(operation.words("-") + ".mjs", operation),
                        _ -> Optional.empty()),
                Variant.of(
                        Variant.NODE_BUNDLED,
                        operation -> launch(bundle(operation) + "/index.cjs", operation),
                        operation -> Optional.of(WorkFolder.zippedBytes(folder.resolve(bundle(operation))))));
    }

    private String bundle(MeasuredOperation operation) {
        return bundles.computeIfAbsent(operation.words("-"), this::bundle);
    }

    /** Bundles a function and returns its folder. */
    private String bundle(String name) {
        String bundled = "bundled/" + name;
        List<String> command = List.of(
                "node_modules/.bin/esbuild",
                name + ".mjs",
                "--bundle",
                "--platform=node",
                "--minify",
                "--outfile=" + bundled + "/index.cjs");
        if (ExternalCommand.run(folder, command).isEmpty()) {
            throw new IllegalStateException("esbuild does not bundle " + name);
        }
        return bundled;
    }

    private Launch launch(String file, MeasuredOperation operation) {
        return new Launch(
                        List.of(
                                interpreter.toString(),
                                folder.resolve("runtime.mjs").toString()),
                        folder,
                        file,
                        operation.settings())
                .with(Map.of("NODE_EXTRA_CA_CERTS", certificate.toString()));
    }
}
