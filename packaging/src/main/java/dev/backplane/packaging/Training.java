package dev.backplane.packaging;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.platform.rehearsal.PlaceholderSettings;
import dev.backplane.platform.rehearsal.Rehearsal;
import dev.backplane.platform.rehearsal.Rehearsals;
import dev.backplane.platform.rehearsal.TrainingHandler;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Creates the AOT cache of a package by running all functions of its service. */
final class Training {

    private static final String HANDLER = TrainingHandler.class.getName() + "::handleRequest";
    private static final String REHEARSALS = "rehearsals/";
    private static final String JSON = ".json";

    private Training() {}

    /**
     * Trains a package.
     *
     * @param service the jar of the service, which has the rehearsals
     */
    static void run(Bootstrap bootstrap, Path service) throws IOException, InterruptedException {
        Map<String, Rehearsal> rehearsals = rehearsals(service);
        if (rehearsals.isEmpty()) {
            throw new IOException(service + " has no rehearsals to train with");
        }
        PlaceholderSettings settings = new PlaceholderSettings(Settings.of(Map.of()));
        Path folder = bootstrap.folder();
        try (RecordedAwsServer aws = new RecordedAwsServer();
                FunctionProcess process = new FunctionProcess(new FunctionProcess.Launch(
                        bootstrap.training(HANDLER),
                        folder,
                        HANDLER,
                        environment(aws.endpoint().toString())))) {
            for (Map.Entry<String, Rehearsal> entry : rehearsals.entrySet()) {
                aws.load(settings.with(entry.getValue()::filledFrom).answers());
                process.invoke(("\"" + entry.getKey() + "\"").getBytes(StandardCharsets.UTF_8));
            }
            process.awaitExit();
            if (!Files.exists(folder.resolve(Bootstrap.CACHE))) {
                throw new IOException("The JVM wrote no cache: " + process.output());
            }
        }
        requireUsable(bootstrap);
    }

    /** Fails if a JVM with the flags of Lambda rejects the cache. On Lambda it would silently start without. */
    private static void requireUsable(Bootstrap bootstrap) throws IOException, InterruptedException {
        Process java = new ProcessBuilder(bootstrap.check())
                .directory(bootstrap.folder().toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (java.waitFor() != 0) {
            throw new IOException("The JVM rejects the cache: " + output);
        }
    }

    private static Map<String, String> environment(String endpoint) {
        return Map.of(
                // As deployed: the runtime client then loads its JSON serializer.
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

    /** Returns the rehearsals of a service by the class names of their handlers. */
    private static Map<String, Rehearsal> rehearsals(Path service) throws IOException {
        Map<String, Rehearsal> rehearsals = new TreeMap<>();
        try (ZipFile jar = new ZipFile(service.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(REHEARSALS) && name.endsWith(JSON)) {
                    String function = name.substring(REHEARSALS.length(), name.length() - JSON.length());
                    try (InputStream in = jar.getInputStream(entry)) {
                        String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        rehearsals.put(handler(jar, function), Rehearsals.read(json));
                    }
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
                .orElseThrow(() -> new IllegalStateException(function + " has a rehearsal but no handler"));
    }
}
