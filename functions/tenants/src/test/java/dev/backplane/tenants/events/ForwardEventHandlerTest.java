package dev.backplane.tenants.events;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.tenants.testing.LocalQueues;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardEventHandlerTest {

    private static final String NONE_FAILED = "{batchItemFailures:[]}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private Queue inbound;
    private Queue deadLetters;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        inbound = aws.queues.create();
        deadLetters = aws.queues.create();
    }

    private String forward(String... events) {
        String records = IntStream.range(0, events.length)
                .mapToObj(i -> "{\"messageId\":\"m" + i + "\",\"body\":" + quoted(events[i]) + "}")
                .collect(Collectors.joining(","));
        return Invoke.with(
                new ForwardEventHandler(aws.platform(Map.of(
                                TenantsSettings.TENANT_TABLE, stores.table(),
                                TenantsSettings.TENANT_STACK_VERSION, "1.0.1",
                                TenantsSettings.FORWARDING_DLQ, deadLetters.url()))
                        .platform()),
                "{\"Records\":[" + records + "]}");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        Json.writeText(text, quoted);
        return quoted.toString();
    }

    private static String event(String tenant) {
        return "{\"version\":\"0\",\"id\":\"1\",\"detail-type\":\"OrderPlaced\",\"source\":\"shop\",\"detail\":{\"tenantId\":\""
                + tenant + "\",\"note\":\"Grüße\"}}";
    }

    private void provision() {
        stores.put(metadataRow(ACME, "1.0.1", inbound, aws.queues.create()));
    }

    private static String body(Obj message) {
        return message.findText("Body").orElseThrow();
    }

    private void assertRefused(String event, String code) {
        assertThatJson(forward(event)).isEqualTo(NONE_FAILED);
        assertThat(aws.queues.receiveAll(inbound)).isEmpty();
        assertThat(aws.queues.receiveAll(deadLetters)).singleElement().satisfies(message -> {
            assertThat(body(message)).isEqualTo(event);
            assertThat(attribute(message, "ERROR_CODE")).isEqualTo(code);
            assertThat(attribute(message, "ERROR_MESSAGE")).isNotEmpty();
        });
    }

    private static String attribute(Obj message, String name) {
        return message.findObject("MessageAttributes")
                .flatMap(attributes -> attributes.findObject(name))
                .flatMap(value -> value.findText("StringValue"))
                .orElse("");
    }

    @Test
    void anEventForASuspendedTenant_isRefused() {
        provision();
        stores.suspensions.suspend(ACME, new Cause(Actor.user("ann@example.com"), Optional.of("unpaid")));
        assertRefused(event("acme"), "TENANT_SUSPENDED");
        stores.suspensions.resume(ACME, Cause.of(Actor.user("ann@example.com")));
        assertThatJson(forward(event("acme"))).isEqualTo(NONE_FAILED);
        assertThat(aws.queues.receiveAll(inbound)).hasSize(1);
    }

    @Test
    void anEventForATenant_arrivesUnchanged() {
        provision();
        assertThatJson(forward(event("acme"))).isEqualTo(NONE_FAILED);
        assertThat(aws.queues.receiveAll(inbound))
                .extracting(ForwardEventHandlerTest::body)
                .containsExactly(event("acme"));
        assertThat(aws.queues.receiveAll(deadLetters)).isEmpty();
    }

    @Test
    void anEventForAnUnknownTenant_isRefused() {
        assertRefused(event("other"), "TENANT_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Started", "Failure", "Success"})
    void anEventForATenantWithoutAQueue_isRefused_andProvisionsNothing(String creation) {
        stores.put(auditRow(ACME, "AUDIT#CREATE", creation, "1.0.1", 1, 1));
        assertRefused(event("acme"), "TENANT_NOT_PROVISIONED");
        assertThat(aws.machines.started()).isEmpty();
    }

    @Test
    void anEventForATenantThatIsBeingDeleted_isRefused() {
        provision();
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.1", 1, 1));
        assertRefused(event("acme"), "TENANT_DELETED");
    }

    @Test
    void anEventForAQueueThatWasDeletedByHand_isRefused() {
        stores.put(metadataRow(ACME, "1.0.1", LocalQueues.missing(), LocalQueues.missing()));
        assertRefused(event("acme"), "QUEUE_NOT_FOUND");
    }

    static Stream<String> invalidEvents() {
        return Stream.of(
                "not JSON",
                "[]",
                "{}",
                "{\"detail\":[]}",
                "{\"detail\":{\"tenantId\":7}}",
                "{\"detail\":{\"tenantId\":\"a/b\"}}");
    }

    @ParameterizedTest
    @MethodSource("invalidEvents")
    void anEventWithoutAValidTenantId_isRefused(String event) {
        assertRefused(event, "INVALID_TENANT_ID");
    }

    @Test
    void oneFailedEvent_isDeliveredAgain_andDoesNotHoldUpTheOthers() {
        provision();
        deadLetters = LocalQueues.missing();
        assertThatJson(forward(event("acme"), event("other"), event("acme")))
                .isEqualTo("{batchItemFailures:[{itemIdentifier:'m1'}]}");
        assertThat(aws.queues.receiveAll(inbound)).hasSize(2);
    }

    @Test
    void eventsThatSqsDoesNotTake_areDeliveredAgain() {
        provision();
        aws.queues.refuse("SendMessage", "AccessDeniedException");
        assertThatJson(forward(event("acme"), event("other")))
                .isEqualTo("{batchItemFailures:[{itemIdentifier:'m0'},{itemIdentifier:'m1'}]}");
    }

    @Test
    void aRepeatedEvent_isForwardedAgain() {
        provision();
        forward(event("acme"));
        forward(event("acme"));
        assertThat(aws.queues.receiveAll(inbound))
                .extracting(ForwardEventHandlerTest::body)
                .isEqualTo(List.of(event("acme"), event("acme")));
    }
}
