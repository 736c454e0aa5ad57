package dev.backplane.bench.restore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/**
 * A function in the layout of Lambda's managed Java runtime: the runtime client on the class path, and the function's jars in
 * a folder that the client reads.
 *
 * @param classes the class loading log of the process
 */
record ManagedFunction(Launch launch, Path classes) {

    /** Files with native code for Lambda's architecture. */
    private static final String NATIVE = "aws-crt-[0-9].*|.*[.]so";

    static ManagedFunction of(
            Class<? extends RequestStreamHandler> handler, Path folder, Map<String, String> environment)
            throws IOException {
        String service = handler.getPackageName().split("\\.", -1)[2];
        Path lib = Files.createDirectories(folder.resolve("lib"));
        for (Path jar : jars(Path.of("../functions", service, "target/function/lib"))) {
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        Path classes = folder.resolve("classes.log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:class+load:file=" + classes,
                // As on Lambda: org.crac finds the hooks of the runtime client by this property.
                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                "-cp",
                runtimeClient(),
                AWSLambda.class.getName(),
                handler.getName() + "::handleRequest");
        return new ManagedFunction(
                new Launch(command, folder, handler.getName() + "::handleRequest", environment), classes);
    }

    /** Returns the function's jars with the CRT jar of this machine. */
    private static List<Path> jars(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib.toRealPath())) {
            return Stream.concat(
                            jars.filter(jar -> !jar.getFileName().toString().matches(NATIVE)),
                            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                    .map(Path::of)
                                    .filter(jar -> jar.getFileName().toString().matches("aws-crt-[0-9].*")))
                    .toList();
        }
    }

    private static String runtimeClient() {
        return Stream.of(AWSLambda.class, Context.class, PojoSerializer.class, SdkInternalThreadLocal.class)
                .map(ManagedFunction::jarOf)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the names of the classes that the process has loaded so far. */
    List<String> loaded() throws IOException {
        return Files.readAllLines(classes).stream()
                .map(line -> line.replaceFirst("^\\S*\\[class,load] ?", "").split(" source:", 2)[0])
                .toList();
    }
}
