package dev.backplane.packages;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.platform.rehearsal.MadeUpSettings;
import dev.backplane.platform.rehearsal.Rehearsal;
import dev.backplane.platform.rehearsal.Rehearsals;
import dev.backplane.platform.rehearsal.TrainingHandler;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Has a package run all functions of its service, and keep what the JVM learns from it in a cache. */
final class Training {

    private static final String HANDLER = TrainingHandler.class.getName() + "::handleRequest";
    private static final String REHEARSALS = "rehearsals/";
    private static final String JSON = ".json";

    private Training() {}

    /**
     * Trains a package.
     *
     * @param folder the package
     * @param service the jar of the service in it
     * @param cache the name of the cache in the folder
     */
    static void run(Path folder, Path service, String cache) throws IOException, InterruptedException {
        Map<String, Rehearsal> rehearsals = rehearsals(service);
        MadeUpSettings settings = new MadeUpSettings(Settings.of(Map.of()));
        if (rehearsals.isEmpty()) {
            throw new IOException(service + " has no rehearsals to train with");
        }
        try (Replay aws = new Replay();
                FunctionProcess process = new FunctionProcess(new FunctionProcess.Launch(
                        Bootstrap.training(folder, cache, HANDLER),
                        folder,
                        HANDLER,
                        environment(aws.endpoint().toString())))) {
            for (Map.Entry<String, Rehearsal> entry : rehearsals.entrySet()) {
                aws.load(settings.with(entry.getValue()::filledFrom).answers());
                process.invoke(("\"" + entry.getKey() + "\"").getBytes(StandardCharsets.UTF_8));
            }
            process.awaitExit();
            if (!Files.exists(folder.resolve(cache))) {
                throw new IOException("the JVM left no cache behind: " + process.output());
            }
        }
        requireUsable(folder, cache);
    }

    /** Has a JVM that is started as on Lambda say whether it takes the cache; on Lambda it would only be slow without. */
    private static void requireUsable(Path folder, String cache) throws IOException, InterruptedException {
        Process java = new ProcessBuilder(Bootstrap.check(folder, cache))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (java.waitFor() != 0) {
            throw new IOException("the JVM does not take the cache: " + said);
        }
    }

    private static Map<String, String> environment(String endpoint) {
        return Map.of(
                // As functions are deployed: the runtime client sets up what it writes JSON with.
                "AWS_LAMBDA_LOG_FORMAT",
                "JSON",
                "AWS_REGION",
                "us-east-1",
                "AWS_ACCESS_KEY_ID",
                "AKIDREHEARSAL",
                "AWS_SECRET_ACCESS_KEY",
                "rehearsal",
                "AWS_SESSION_TOKEN",
                "rehearsal",
                TrainingHandler.ENDPOINT,
                endpoint);
    }

    /** The rehearsals of a service's jar by the classes of their handlers. */
    private static Map<String, Rehearsal> rehearsals(Path service) throws IOException {
        Map<String, Rehearsal> rehearsals = new TreeMap<>();
        try (ZipFile jar = new ZipFile(service.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(REHEARSALS) && name.endsWith(JSON)) {
                    String function = name.substring(REHEARSALS.length(), name.length() - JSON.length());
                    rehearsals.put(
                            handler(jar, function),
                            Rehearsals.read(new String(PlainJar.read(jar, name), StandardCharsets.UTF_8)));
                }
            }
        }
        return rehearsals;
    }

    private static String handler(ZipFile jar, String function) {
        String file = "/" + function + "Handler.class";
        return jar.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith(file))
                .map(name ->
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is a rehearsal but no handler of " + function));
    }
}
