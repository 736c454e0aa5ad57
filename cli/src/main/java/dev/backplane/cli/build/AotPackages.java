package dev.backplane.cli.build;

import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the packages for packaging=aot. Those that are up to date are skipped. */
public final class AotPackages {

    public static final List<String> SERVICES =
            List.of("deployments", "layers", "tenants", "pool", "userdata", "activity");

    private final Installation installation;
    private final Terminal terminal;

    public AotPackages(Installation installation, Terminal terminal) {
        this.installation = installation;
        this.terminal = terminal;
    }

    public void build(List<String> services) {
        List<String> java = List.of(
                Java.program(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                installation.classPath(Installation.PACKAGING),
                "dev.backplane.packaging.PackagingMain",
                installation.root().toString());
        int exit = new Programs(terminal, installation.root())
                .show(Stream.concat(java.stream(), services.stream()).toList(), Map.of());
        if (exit != 0) {
            throw new Failure(Kind.REFUSED, "The packages were not built.");
        }
    }
}
