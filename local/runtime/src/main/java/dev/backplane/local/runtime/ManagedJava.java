package dev.backplane.local.runtime;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lambda's managed Java runtime: the runtime client on the class path, and the function's jars in {@code lib/} of its
 * folder.
 */
public final class ManagedJava implements AutoCloseable {

    /**
     * The JVM options of a function with 1,024 MB on Lambda: Lambda's flags and maximum heap, and the initial heap that
     * the JVM chooses there. This machine has more memory, so it would choose another.
     */
    public static final List<String> LAMBDA_FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+TieredCompilation",
            "-XX:TieredStopAtLevel=1",
            "-XX:MaxHeapSize=870m",
            "-XX:InitialHeapSize=16m");

    /**
     * The JVM options of a function with a snapshot: on Java 25 and newer, Lambda enables both compilers, because they
     * can run before the snapshot.
     */
    public static final List<String> SNAPSHOT_FLAGS = LAMBDA_FLAGS.stream()
            .filter(flag -> !flag.startsWith("-XX:TieredStopAtLevel"))
            .toList();

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String NATIVE_CLIENT =
            "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    // org.crac finds the hooks of the runtime client by this property.
    private static final String HOOKS = "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac";

    // One class of each jar of the runtime.
    private static final List<String> CLASSES = List.of(
            MAIN,
            "com.amazonaws.services.lambda.runtime.Context",
            "com.amazonaws.services.lambda.runtime.serialization.PojoSerializer",
            "software.amazon.awssdk.utilslite.SdkInternalThreadLocal");

    private final Path folder;
    private final Path library;

    public ManagedJava() {
        try {
            folder = Files.createTempDirectory("backplane-runtime");
            library = folder.resolve("libaws-lambda-jni.so");
            String name = "/jni/libaws-lambda-jni.linux-" + architecture() + ".so";
            try (InputStream in = Objects.requireNonNull(load(MAIN).getResourceAsStream(name), name)) {
                // By default the client extracts it to one file that all processes of the machine share.
                Files.copy(in, library);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns this machine's architecture as AWS's native libraries name it. */
    public static String architecture() {
        return System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    }

    /** Returns the command that starts a function in its folder, with the JDK of this process. */
    public Launch launch(Path function, String handler, List<String> flags, Map<String, String> environment) {
        String libraries =
                String.join(File.pathSeparator, function.resolve("lib").toString(), "/lib64", "/usr/lib64");
        List<String> all = new ArrayList<>(flags);
        all.add(HOOKS);
        Launch launch = new Launch(
                command(all, runtimeJars().stream(), handler), function, handler, Map.of("LD_LIBRARY_PATH", libraries));
        return launch.with(environment);
    }

    /** Returns the command that starts a function with its jars on the class path, as a custom runtime does. */
    public List<String> command(List<String> flags, Stream<Path> classPath, String handler) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-D" + NATIVE_CLIENT + "=" + library);
        command.add("-cp");
        command.add(classPath.map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(MAIN);
        command.add(handler);
        return command;
    }

    /** Returns the jars of the runtime. */
    public static List<Path> runtimeJars() {
        return CLASSES.stream().map(ManagedJava::jar).toList();
    }

    private static Path jar(String name) {
        try {
            return Path.of(load(name)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ManagedJava.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the runtime client is incomplete", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(library);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
