package dev.backplane.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Builds the {@code aot} packages of services. Arguments: the root of the project, then the names of the services. */
public final class PackagingMain {

    private PackagingMain() {}

    @SuppressWarnings("SystemOut") // a command
    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Path.of(args[0]).toAbsolutePath();
        List<String> services = Arrays.asList(args).subList(1, args.length);
        Optional<Architecture> architecture = Architecture.ofThisMachine();
        if (architecture.isEmpty()) {
            System.err.println(Architecture.UNSUPPORTED);
            System.exit(1);
        }
        for (String service : services) {
            System.out.println(new AotPackage(root, service, architecture.orElseThrow()).build());
        }
    }
}
