package dev.backplane.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes packages: {@code managed JAR CLASS_PATH_FILE FOLDER}, or {@code aot ROOT SERVICE ...}. */
public final class PackagesMain {

    private PackagesMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> arguments = List.of(args);
        switch (arguments.getFirst()) {
            case "managed" -> managed(Path.of(args[1]), Path.of(args[2]), Path.of(args[3]));
            case "aot" -> aot(Path.of(args[1]).toAbsolutePath(), arguments.subList(2, args.length));
            default -> throw new IllegalArgumentException("There is no package " + arguments.getFirst());
        }
    }

    private static void managed(Path jar, Path classPath, Path folder) throws IOException {
        List<Path> jars = new ArrayList<>(List.of(jar));
        Stream.of(Files.readString(classPath).strip().split(":", -1))
                .map(Path::of)
                .forEach(jars::add);
        ManagedPackage.write(jars, folder);
    }

    @SuppressWarnings("SystemOut") // it is a command
    private static void aot(Path root, List<String> services) throws IOException, InterruptedException {
        Optional<Architecture> architecture = Architecture.ofThisMachine();
        if (architecture.isEmpty()) {
            System.err.println(Architecture.ADVICE);
            System.exit(1);
        }
        for (String service : services) {
            System.out.println(new AotPackage(root, service, architecture.orElseThrow()).build());
        }
    }
}
