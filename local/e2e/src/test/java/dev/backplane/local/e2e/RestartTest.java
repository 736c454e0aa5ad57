package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

    @Test
    void whatWasConfirmed_survivesARestart_andIsToldOfOnce(@TempDir Path data) {
        LocalCloud.Options options = LocalCloud.Options.of(Suite.TEMPLATES).withData(data);
        String host = Deployments.newHost();
        String id;
        String token;
        try (LocalServer server = Suite.serve(options)) {
            token = server.token();
            Deployments deployments = new Deployments(new Api(server.address(), token));
            id = deployments.finished();
            deployments.point(host, id);
        }
        try (LocalServer server = Suite.serve(options)) {
            Api api = new Api(server.address(), server.token());
            assertThat(api.get("/deployments/" + id).at("status")).isEqualTo("FINISHED");
            assertThat(api.get("/resolve?hostname=" + host).at("deployment")).isEqualTo(id);
            // Events that were not published before the stop are published now, before later ones.
            assertThat(api.delete("/aliases/" + host).status()).isEqualTo(204);
            Suite.await(
                    () -> server.cloud().buses().events(),
                    events ->
                            events.stream().anyMatch(event -> event.detailType().equals("AliasDeleted")));
        }
    }
}
