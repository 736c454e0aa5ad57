package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    /** Has the SDK call what it likes. */
    static final class Waiting {

        private Waiting() {}

        static void await(DynamoDbClient client) {
            client.waiter().waitUntilTableExists(wait -> wait.tableName("any"));
        }
    }

    private Path callers() throws IOException {
        return TestTypes.jar(
                folder.resolve("backplane-callers.jar"),
                Map.of(TestTypes.entryOf(Caller.class), TestTypes.bytesOf(Caller.class)));
    }

    /** Writes the SDK's jar for a package with the callers in it, and returns the client's class, which Java has checked. */
    private Class<?> client(List<Path> own) throws Exception {
        Path sdk = TestTypes.jarOf(DynamoDbClient.class);
        List<Path> jars = new ArrayList<>(own);
        jars.addAll(TestTypes.libraries());
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
    void interface_keepsTheSame() throws Exception {
        Class<?> type = client(List.of(callers())).getInterfaces()[0];

        assertThat(type.getSimpleName()).isEqualTo("DynamoDbClient");
        assertThat(methods(type))
                .contains("getItem", "listTables", "listTablesPaginator", "builder", "serviceClientConfiguration")
                .doesNotContain("putItem", "scanPaginator", "waiter");
    }

    @Test
    void client_whenItsWaitersAreCalled_keepsAll() throws Exception {
        Path waiting = TestTypes.jar(
                folder.resolve("backplane-waiting.jar"),
                Map.of(TestTypes.entryOf(Waiting.class), TestTypes.bytesOf(Waiting.class)));

        assertThat(methods(client(List.of(waiting)))).contains("waiter", "describeTable", "createTable");
    }

    @Test
    void jars_withoutOneOfTheSuite_areRefused() {
        assertThatThrownBy(() -> client(List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none of the jars");
    }
}
