package dev.backplane.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands that start the JVM of a package: in training, and on Lambda. All of them run in the package's folder.
 *
 * @param folder the package's folder
 */
record Bootstrap(Path folder) {

    static final String LIB = "lib";
    static final String NATIVE = "native";
    static final String JAVA = "java";
    static final String CACHE = "function.aot";
    static final String CRT_LIBRARY = "libaws-crt-jni.so";
    static final String RUNTIME_LIBRARY = "libaws-lambda-jni.so";

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String JNI = "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI=";

    // A cache only fits a JVM with the same settings, so training and Lambda share these flags.
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            // Most instances handle few requests; the C2 compiler would cost more than it gains.
            "-XX:TieredStopAtLevel=1",
            // The first response is faster if only very hot code is compiled on the way to it.
            "-XX:CompileThresholdScaling=3",
            // Enough for the objects of a few dozen requests, so that no collection delays the first response, but
            // not more, because the JVM allocates tables for the whole initial heap.
            "-Xms32m",
            "-XX:NewSize=24m",
            "-XX:-UsePerfData",
            // Standard output is reserved for the function's own log lines.
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.library.path=" + NATIVE);

    // If the cache cannot be used, the JVM starts without it. Its messages about that are not JSON, so they are only
    // enabled in the build.
    private static final String QUIET = "-Xlog:aot*=off:stderr";

    // The cache stores classes, not profiles. With profiles, the JVM would compile at each start what is hot in any
    // function of the service.
    private static final List<String> TRAINING_FLAGS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining");

    /** Returns the command of a function that writes the cache when its process ends. */
    List<String> training(String handler) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.add("-XX:AOTCacheOutput=" + CACHE);
        command.addAll(TRAINING_FLAGS);
        command.addAll(FLAGS);
        String library = folder.resolve(NATIVE).resolve(RUNTIME_LIBRARY).toString();
        command.addAll(List.of(JNI + library, "-cp", classPath(), MAIN, handler));
        return command;
    }

    /** Returns a command that fails if the JVM cannot use the cache. */
    List<String> check() throws IOException {
        List<String> command = new ArrayList<>(List.of(java(), "-XX:AOTMode=on", "-XX:AOTCache=" + CACHE));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath(), "-version"));
        return command;
    }

    private String java() {
        return folder.resolve(JAVA).resolve("bin/java").toString();
    }

    // In a fixed order: a cache only fits the class path that it was trained with.
    private String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve(LIB))) {
            return jars.map(jar -> LIB + "/" + jar.getFileName()).sorted().collect(Collectors.joining(":"));
        }
    }

    /** Writes the script that Lambda runs. */
    void write() throws IOException {
        Path file = folder.resolve("bootstrap");
        Files.writeString(file, script());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String script() throws IOException {
        return """
                #!/bin/sh
                # Starts a function on Lambda's OS-only runtime with the Java and the AOT cache of this package.
                cd "${0%%/*}" || exit
                # A quarter of the memory is left for everything but the heap.
                heap=$((${AWS_LAMBDA_FUNCTION_MEMORY_SIZE:-512} * 3 / 4))
                exec %s -XX:AOTCache=%s \\
                  %s '%s' \\
                  -Xmx${heap}m "%s$PWD/%s" \\
                  -cp %s \\
                  %s "$_HANDLER"
                """.formatted(
                        JAVA + "/bin/java",
                        CACHE,
                        String.join(" ", FLAGS),
                        QUIET,
                        JNI,
                        NATIVE + "/" + RUNTIME_LIBRARY,
                        classPath(),
                        MAIN);
    }
}
