package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values that expire, over HTTP. */
class UserdataExpiryTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    @Test
    void value_expires_andIsRemovedByTheSweep() {
        Api api = SUITE.api();
        String name = "app-" + UUID.randomUUID();
        String ann = "/userdata/apps/" + name + "/users/ann";
        api.post("/userdata/apps", "{\"name\":\"" + name + "\",\"quotaBytes\":1000}");
        api.put(ann + "/json/stays", "1");

        Answer put = api.send("PUT", ann + "/json/goes?ttlSeconds=60", "\"" + "x".repeat(600) + "\"");
        assertThat(put.status()).isEqualTo(201);
        assertThat(put.header("expires-at")).contains(put.at("expiresAt"));
        assertThat(api.get(ann + "/json/goes").header("expires-at")).contains(put.at("expiresAt"));
        assertThat(api.send("PUT", ann + "/json/goes?ttlSeconds=59", "1").status())
                .isEqualTo(400);
        ExpiredValues.expire(SUITE.server(), name + "#ann");

        assertThat(api.get(ann + "/json/goes").status()).isEqualTo(404);
        assertThatJson(api.get(ann + "/json").text()).inPath("$.items[*].key").isEqualTo("[\"stays\"]");
        assertThat(api.put(ann + "/json/new", "\"" + "x".repeat(600) + "\"").status())
                .isEqualTo(201);
        assertThat(api.send("PUT", ann + "/blob/b?ttlSeconds=3600", "x").status())
                .isEqualTo(201);
        ExpiredValues.expire(SUITE.server(), name + "#ann");
        SUITE.server().cloud().schedules().fire("ValueExpirer");

        Suite.await(() -> api.get(ann + "/quota").at("items"), "2"::equals);
        assertThatJson(api.post(ann + "/recount", "{}").text()).node("drift").isEqualTo(0);
    }
}
