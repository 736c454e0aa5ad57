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
 * Java as Lambda's managed runtime has it: the runtime client on the class path, and the function's own jars in
 * {@code lib/} of its folder.
 */
public final class ManagedJava implements AutoCloseable {

    /**
     * How Java runs in a function of 1,024 MB on Lambda: its flags, the heap that it gives, and the one that Java begins
     * with on such a machine, as this one has more memory.
     */
    public static final List<String> LAMBDA_FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+TieredCompilation",
            "-XX:TieredStopAtLevel=1",
            "-XX:MaxHeapSize=870m",
            "-XX:InitialHeapSize=16m");

    /**
     * How Java runs there in a function that a snapshot is taken of: Lambda leaves both compilers to Java 25 and newer, as
     * they can do their work before the snapshot.
     */
    public static final List<String> SNAPSHOT_FLAGS = LAMBDA_FLAGS.stream()
            .filter(flag -> !flag.startsWith("-XX:TieredStopAtLevel"))
            .toList();

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String NATIVE_CLIENT =
            "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    // This is how org.crac finds the hooks of the runtime client.
    private static final String HOOKS = "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac";

    // One class of each jar that the runtime is made of.
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
                // By itself the client unpacks it to one file that all processes of the machine share.
                Files.copy(in, library);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns this machine's architecture in the words of AWS's native libraries. */
    public static String architecture() {
        return System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    }

    /** Returns the start of a function in its folder, with the JDK that this process runs on. */
    public Launch launch(Path function, String handler, List<String> flags, Map<String, String> environment) {
        String libraries =
                String.join(File.pathSeparator, function.resolve("lib").toString(), "/lib64", "/usr/lib64");
        List<String> all = new ArrayList<>(flags);
        all.add(HOOKS);
        Launch launch = new Launch(
                command(all, runtimeJars().stream(), handler), function, handler, Map.of("LD_LIBRARY_PATH", libraries));
        return launch.with(environment);
    }

    /** Returns the command that runs a function whose jars are on the class path, as an own runtime does. */
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

    /** Returns the jars that the runtime is made of. */
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
