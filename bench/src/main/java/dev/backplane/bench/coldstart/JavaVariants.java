package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.local.runtime.ManagedJava;
import dev.backplane.platform.rehearsal.SnapshotHook;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Functions in Java on the managed runtime. */
final class JavaVariants {

    private static final String PASSWORD = "changeit";

    // What the templates tell Java in these functions.
    private static final Map<String, String> DEPLOYED = Map.of("JAVA_TOOL_OPTIONS", SnapshotHook.JAVA_OPTIONS);

    private final ManagedJava java;
    private final Workshop workshop;
    private final Map<String, Path> functions = new HashMap<>();
    private final Map<Path, Long> sizes = new HashMap<>();
    private final Path floor;
    private final Path naive;
    private final List<String> trust;

    JavaVariants(ManagedJava java, Workshop workshop, Path certificate) {
        this.java = java;
        this.workshop = workshop;
        this.floor = workshop.make("floor");
        workshop.addClass(floor, FloorHandler.class);
        this.naive = Workshop.root().resolve("bench/naive/target/function");
        this.trust = trusting(certificate, workshop.file("trusted.p12"));
    }

    List<Variant> plain() {
        return List.of(floor(), naive(), managed());
    }

    List<Variant> restored() {
        return List.of(
                Variant.of(Variant.PRIMED, subject -> ours(subject, ManagedJava.SNAPSHOT_FLAGS), this::size)
                        .fromSnapshot(),
                Variant.of(Variant.UNPRIMED, this::unprimed, this::size).fromSnapshot());
    }

    /** Returns what most people have who turn snapshots on and leave it at that. */
    Variant naiveRestored() {
        return Variant.of(
                        Variant.NAIVE_RESTORED,
                        subject -> naive(subject, ManagedJava.SNAPSHOT_FLAGS),
                        _ -> Optional.of(zipped(naive)))
                .fromSnapshot();
    }

    private Variant floor() {
        return Variant.of(
                        Variant.FLOOR,
                        subject -> java.launch(
                                floor, FloorHandler.class.getName(), ManagedJava.LAMBDA_FLAGS, subject.settings()),
                        _ -> Optional.empty())
                .withoutWork();
    }

    private Variant naive() {
        return Variant.of(
                Variant.NAIVE, subject -> naive(subject, ManagedJava.LAMBDA_FLAGS), _ -> Optional.of(zipped(naive)));
    }

    /** Returns what shows what Lambda's flags are worth; one operation is enough for that. */
    Variant naiveWithDefaults() {
        return Variant.of(Variant.NAIVE_DEFAULTS, subject -> naive(subject, List.of()), _ -> Optional.of(zipped(naive)))
                .only("ResolveAlias");
    }

    private Variant managed() {
        return Variant.of(Variant.MANAGED, subject -> ours(subject, ManagedJava.LAMBDA_FLAGS), this::size);
    }

    private Launch naive(Subject subject, List<String> flags) {
        List<String> all = Stream.concat(flags.stream(), trust.stream()).toList();
        return java.launch(naive, subject.naiveHandler(), all, subject.settings());
    }

    private Launch ours(Subject subject, List<String> flags) {
        return java.launch(folder(subject), subject.handler().getName(), flags, subject.settings())
                .with(DEPLOYED);
    }

    private Launch unprimed(Subject subject) {
        return java.launch(
                        folder(subject),
                        UnprimedHandler.class.getName(),
                        ManagedJava.SNAPSHOT_FLAGS,
                        subject.settings())
                .with(DEPLOYED)
                .with(Map.of(UnprimedHandler.HANDLER, subject.handler().getName()));
    }

    private Optional<Long> size(Subject subject) {
        return Optional.of(packageBytes(subject.service()));
    }

    /** Returns the size of the zip that the CDK makes of a service. */
    long packageBytes(String service) {
        return zipped(deployed(service));
    }

    /** Returns the folder that the CDK makes a service's functions of. */
    private static Path deployed(String service) {
        return Workshop.root().resolve("functions/" + service + "/target/function");
    }

    private long zipped(Path folder) {
        return sizes.computeIfAbsent(folder, Workshop::zippedBytes);
    }

    /** Returns the folder as it is deployed, but with the native library of this machine in place of Lambda's. */
    private Path folder(Subject subject) {
        return functions.computeIfAbsent(subject.service(), service -> {
            Path copy = workshop.copy(deployed(service), service);
            workshop.writeCrtLibrary(copy.resolve("lib"));
            workshop.addClass(copy, UnprimedHandler.class);
            return copy;
        });
    }

    private static List<String> trusting(Path certificate, Path store) {
        try (InputStream in = Files.newInputStream(certificate);
                OutputStream out = Files.newOutputStream(store)) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "localhost", CertificateFactory.getInstance("X.509").generateCertificate(in));
            trusted.store(out, PASSWORD.toCharArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no trust store", e);
        }
        return List.of("-Djavax.net.ssl.trustStore=" + store, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }
}
