package dev.backplane.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** How the process of a function is started: by the build to train it, and by Lambda from then on. */
final class Bootstrap {

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String JNI = "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI=";

    static final String JAR = "function.jar";
    static final String NATIVE = "native";
    static final String JAVA = "java";
    static final String CRT_LIBRARY = "libaws-crt-jni.so";
    static final String RUNTIME_LIBRARY = "libaws-lambda-jni.so";

    // A cache fits the JVM that it was trained with: these flags are the same in training and on Lambda.
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            // A function lives for few calls; the second compiler costs more than it gains in them.
            "-XX:TieredStopAtLevel=1",
            // The first answer is there sooner when only what runs very often is compiled on the way to it.
            "-XX:CompileThresholdScaling=3",
            // Room for the objects of some dozen calls, so that nothing is collected on the way to the first answer.
            // No more than that, as the JVM keeps tables for the whole heap that it begins with.
            "-Xms32m",
            "-XX:NewSize=24m",
            "-XX:-UsePerfData",
            // The one line a call on standard output is the function's own.
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.library.path=" + NATIVE);

    // A cache that does not fit is left alone, which shows in the time to start. The JVM would write lines about it
    // that
    // are not JSON, at each start. In the build it should.
    private static final String QUIET = "-Xlog:aot*=off:stderr";

    // Classes only: with profiles too, the JVM would compile at each start what was hot in any function of the service.
    private static final List<String> TRAINING_FLAGS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining");

    private Bootstrap() {}

    /** What trains a cache when the process ends; to be run in the package's folder. */
    static List<String> training(Path folder, String cache, String handler) {
        List<String> command = new ArrayList<>();
        command.add(folder.resolve(JAVA).resolve("bin/java").toString());
        command.add("-XX:AOTCacheOutput=" + cache);
        command.addAll(TRAINING_FLAGS);
        command.addAll(FLAGS);
        command.addAll(List.of(JNI + folder.resolve(NATIVE).resolve(RUNTIME_LIBRARY), "-cp", JAR, MAIN, handler));
        return command;
    }

    /** What ends well if the cache can be used; to be run in the package's folder. */
    static List<String> check(Path folder, String cache) {
        List<String> command = new ArrayList<>(List.of(
                folder.resolve(JAVA).resolve("bin/java").toString(), "-XX:AOTMode=on", "-XX:AOTCache=" + cache));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", JAR, "-version"));
        return command;
    }

    /** Writes what Lambda starts. */
    static void write(Path folder, String cache) throws IOException {
        Path file = folder.resolve("bootstrap");
        Files.writeString(file, script(cache));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String script(String cache) {
        return """
                #!/bin/sh
                # Starts a function on Lambda's plain Linux: the Java beside this file, with what it learnt in the build.
                cd "${0%%/*}" || exit
                # A quarter of the memory is for all that is not the heap.
                heap=$((${AWS_LAMBDA_FUNCTION_MEMORY_SIZE:-512} * 3 / 4))
                exec %s -XX:AOTCache=%s \\
                  %s '%s' \\
                  -Xmx${heap}m "%s$PWD/%s" \\
                  -cp %s \\
                  %s "$_HANDLER"
                """.formatted(
                        JAVA + "/bin/java",
                        cache,
                        String.join(" ", FLAGS),
                        QUIET,
                        JNI,
                        NATIVE + "/" + RUNTIME_LIBRARY,
                        JAR,
                        MAIN);
    }
}
