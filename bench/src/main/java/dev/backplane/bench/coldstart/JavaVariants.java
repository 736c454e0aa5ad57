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

    // As in the templates.
    private static final Map<String, String> DEPLOYED = Map.of("JAVA_TOOL_OPTIONS", SnapshotHook.JAVA_OPTIONS);

    private final ManagedJava java;
    private final WorkFolder work;
    private final Map<String, Path> functions = new HashMap<>();
    private final Map<Path, Long> sizes = new HashMap<>();
    private final Path empty;
    private final Path naive;
    private final List<String> trust;

    JavaVariants(ManagedJava java, WorkFolder work, Path certificate) {
        this.java = java;
        this.work = work;
        this.empty = work.make("empty");
        work.addClass(empty, EmptyHandler.class);
        this.naive = WorkFolder.root().resolve("bench/naive/target/function");
        this.trust = trusting(certificate, work.file("trusted.p12"));
    }

    List<Variant> plain() {
        return List.of(empty(), naive(), managed());
    }

    List<Variant> restored() {
        return List.of(
                Variant.of(Variant.REHEARSED, operation -> ours(operation, ManagedJava.SNAPSHOT_FLAGS), this::size)
                        .fromSnapshot(),
                Variant.of(Variant.NOT_REHEARSED, this::notRehearsed, this::size)
                        .fromSnapshot());
    }

    /** Returns the naive function with SnapStart and no other change. */
    Variant naiveRestored() {
        return Variant.of(
                        Variant.NAIVE_RESTORED,
                        operation -> naive(operation, ManagedJava.SNAPSHOT_FLAGS),
                        _ -> Optional.of(zipped(naive)))
                .fromSnapshot();
    }

    private Variant empty() {
        return Variant.of(
                        Variant.EMPTY,
                        operation -> java.launch(
                                empty, EmptyHandler.class.getName(), ManagedJava.LAMBDA_FLAGS, operation.settings()),
                        _ -> Optional.empty())
                .withoutWork();
    }

    private Variant naive() {
        return Variant.of(
                Variant.NAIVE,
                operation -> naive(operation, ManagedJava.LAMBDA_FLAGS),
                _ -> Optional.of(zipped(naive)));
    }

    /** Returns the naive function with the JVM's default flags, for one operation only. */
    Variant naiveWithDefaults() {
        return Variant.of(
                        Variant.NAIVE_DEFAULTS,
                        operation -> naive(operation, List.of()),
                        _ -> Optional.of(zipped(naive)))
                .only("ResolveAlias");
    }

    private Variant managed() {
        return Variant.of(Variant.MANAGED, operation -> ours(operation, ManagedJava.LAMBDA_FLAGS), this::size);
    }

    private Launch naive(MeasuredOperation operation, List<String> flags) {
        List<String> all = Stream.concat(flags.stream(), trust.stream()).toList();
        return java.launch(naive, operation.naiveHandler(), all, operation.settings());
    }

    private Launch ours(MeasuredOperation operation, List<String> flags) {
        return java.launch(folder(operation), operation.handler().getName(), flags, operation.settings())
                .with(DEPLOYED);
    }

    private Launch notRehearsed(MeasuredOperation operation) {
        return java.launch(
                        folder(operation),
                        UnrehearsedHandler.class.getName(),
                        ManagedJava.SNAPSHOT_FLAGS,
                        operation.settings())
                .with(DEPLOYED)
                .with(Map.of(UnrehearsedHandler.HANDLER, operation.handler().getName()));
    }

    private Optional<Long> size(MeasuredOperation operation) {
        return Optional.of(packageBytes(operation.service()));
    }

    /** Returns the size of a service's Lambda asset. */
    long packageBytes(String service) {
        return zipped(deployed(service));
    }

    /** Returns the folder of a service's Lambda asset. */
    private static Path deployed(String service) {
        return WorkFolder.root().resolve("functions/" + service + "/target/function");
    }

    private long zipped(Path folder) {
        return sizes.computeIfAbsent(folder, WorkFolder::zippedBytes);
    }

    /** Returns a copy of a service's asset with the CRT's native library for this machine. */
    private Path folder(MeasuredOperation operation) {
        return functions.computeIfAbsent(operation.service(), service -> {
            Path copy = work.copy(deployed(service), service);
            work.writeCrtLibrary(copy.resolve("lib"));
            work.addClass(copy, UnrehearsedHandler.class);
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
