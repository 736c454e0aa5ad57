package dev.backplane.userdata.events;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.store.StoreFixture;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ValueExpirerHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    @Test
    void sweep_removesWhatHasExpired_andNotesHowMuch() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.apps.register(StoreFixture.NOTES, Optional.empty(), AppOptions.NONE);
        Namespace namespace = new Namespace.AppData(StoreFixture.NOTES, StoreFixture.ANN, Realm.JSON);
        Edit edit = new Edit.Replace(Payload.json("1"), Optional.of(new Expiry.After(Duration.ofSeconds(60))));
        StoreFixture.write(stores.data, namespace, new DataKey("a"), edit, Preconditions.NONE);
        stores.clock().advance(Duration.ofSeconds(60));

        assertThat(Invoke.with(new ValueExpirerHandler(stores.test.platform()), "{}", Invoke.contextWith(60_000)))
                .isEmpty();

        String line = stores.test.lines().getLast();
        assertThatJson(line).node("outcome").isEqualTo("SUCCESS");
        assertThatJson(line).node("removed").isEqualTo(1);
        assertThatJson(line).node("complete").isEqualTo(1);
        assertThat(stores.usage
                        .quota(StoreFixture.NOTES, StoreFixture.ANN)
                        .orElseThrow()
                        .usage())
                .isEqualTo(Usage.NOTHING);
    }
}
