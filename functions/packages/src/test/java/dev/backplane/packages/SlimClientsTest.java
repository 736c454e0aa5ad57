package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;

class SlimClientsTest {

    private static final String CLIENT = "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient";

    @TempDir
    private Path folder;

    /** Calls two of the client's operations, one of them for its pages. */
    static final class Caller {

        private Caller() {}

        static void call(DynamoDbClient client) {
            client.getItem(GetItemRequest.builder().build());
            client.listTablesPaginator(ListTablesRequest.builder().build());
        }
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile);
    }

    private Path callers() throws IOException {
        String name = Caller.class.getName().replace('.', '/') + ".class";
        Path jar = folder.resolve("backplane-callers.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                InputStream type = Objects.requireNonNull(Caller.class.getResourceAsStream("/" + name))) {
            zip.putNextEntry(new ZipEntry(name));
            type.transferTo(zip);
        }
        return jar;
    }

    /** Writes the SDK's jar for a package with the callers in it, and returns the client's class, which Java has checked. */
    private Class<?> client(List<Path> own) throws Exception {
        Path sdk = Path.of(DynamoDbClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Path> jars = new ArrayList<>(own);
        classPath()
                .filter(jar -> !jar.getFileName().toString().startsWith("backplane-"))
                .forEach(jars::add);
        Path slim = folder.resolve("slim.jar");
        try (PackagedTypes types = new PackagedTypes(jars)) {
            PlainJar.write(PlainJar.read(sdk, _ -> true, new SlimClients(jars, types)), slim);
        }
        List<URL> urls = new ArrayList<>(List.of(slim.toUri().toURL()));
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return Class.forName(CLIENT, true, loader);
    }

    private static List<String> methods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).map(Method::getName).toList();
    }

    @Test
    void client_keepsWhatIsCalledAndWhatIsNoOperation() throws Exception {
        assertThat(methods(client(List.of(callers()))))
                .contains("getItem", "listTables", "serviceName", "close")
                .doesNotContain("putItem", "createTable", "waiter")
                .noneMatch(name -> name.startsWith("lambda$createTable"))
                .anyMatch(name -> name.startsWith("lambda$getItem"));
    }

    @Test
    void jars_withoutOneOfTheSuite_areRefused() {
        assertThatThrownBy(() -> client(List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none of the jars");
    }
}
