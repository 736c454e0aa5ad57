package dev.backplane.bench.load;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.nio.file.Path;

/** Runs the suite in a process of its own until whoever started it closes its input, or is gone. */
public final class SuiteMain {

    private SuiteMain() {}

    /** Serves the templates in the folder that is named, and prints where the suite and its DynamoDB Local answer. */
    public static void main(String[] arguments) throws IOException {
        LocalServer server = LocalServer.start(
                LocalCloud.Options.of(Path.of(arguments[0])),
                0,
                new LocalServer.Output(_ -> {}, line -> System.err.println(line)));
        System.out.println(server.address() + " " + server.cloud().dynamoEndpoint());
        System.out.flush();
        while (System.in.read() >= 0) {
            // Only the end of the input means anything.
        }
        // Rather than an orderly end: nothing of it is kept, and engines leave threads behind.
        Runtime.getRuntime().halt(0);
    }
}
