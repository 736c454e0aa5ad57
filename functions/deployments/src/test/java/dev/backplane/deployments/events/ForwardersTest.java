package dev.backplane.deployments.events;

import static dev.backplane.deployments.events.StreamBatches.item;
import static dev.backplane.deployments.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.testing.TestPlatform;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForwardersTest {

    private static final String D_KEY = item("PK", "DEPLOYMENTS", "SK", "D#d1");
    private static final String R_KEY = item("PK", "ROUTES", "SK", "com.example.docs#/v1");

    private final TestPlatform platform = TestPlatform.withoutAws().with(EventPublisher.BUS_SETTING, "bus");
    private final DeploymentStreamHandler deployments = new DeploymentStreamHandler(platform.platform());
    private final AliasStreamHandler aliases = new AliasStreamHandler(platform.platform());

    @Test
    void aNewDeployment_isCreated() {
        assertThat(deployment("INSERT", "", item("DeploymentId", "d1", "Status", "INITIALIZED")))
                .contains("backplane.deployments DeploymentCreated {\"eventId\":\"event-1\",\"id\":\"d1\"}");
    }

    @Test
    void aTombstoneOfADeployment_isADeletionByItsActor() {
        String key = item("PK", "DELETED", "SK", "D#d1#unique");
        String row = item("DeploymentId", "d1", "Actor", "user:ann@example.com", "Reason", "no longer needed");
        assertThat(deployments.eventOf(read(record(1, "INSERT", key, "", row))).map(ForwardersTest::print))
                .contains("backplane.deployments DeploymentDeleted {\"eventId\":\"event-1\",\"id\":\"d1\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"ann@example.com\"},"
                        + "\"reason\":\"no longer needed\"}");
        assertThat(deployments.eventOf(read(record(2, "REMOVE", key, row, "")))).isEmpty();
    }

    @Test
    void aRemovedDeployment_isReportedByItsTombstoneAlone() {
        assertThat(deployment("REMOVE", item("DeploymentId", "d1", "Status", "FINISHED"), ""))
                .isEmpty();
    }

    @Test
    void aChange_carriesTheActorOfTheNewImage() {
        assertThat(deployment(
                        "MODIFY",
                        item("DeploymentId", "d1", "Status", "INITIALIZED", "Actor", "user:ann@example.com"),
                        item("DeploymentId", "d1", "Status", "FINISHED", "Actor", "system:Importer")))
                .contains("backplane.deployments DeploymentStatusChanged"
                        + " {\"eventId\":\"event-1\",\"id\":\"d1\",\"from\":\"INITIALIZED\",\"to\":\"FINISHED\","
                        + "\"actor\":{\"type\":\"system\",\"id\":\"Importer\"}}");
    }

    @Test
    void aDeploymentInAnotherState_changedItsStatus() {
        assertThat(deployment(
                        "MODIFY",
                        item("DeploymentId", "d1", "Status", "INITIALIZED"),
                        item("DeploymentId", "d1", "Status", "FINISHED")))
                .contains("backplane.deployments DeploymentStatusChanged"
                        + " {\"eventId\":\"event-1\",\"id\":\"d1\",\"from\":\"INITIALIZED\",\"to\":\"FINISHED\"}");
    }

    @Test
    void aDeploymentWhoseCountAloneChanged_tellsNothing() {
        String same = item("DeploymentId", "d1", "Status", "FINISHED");
        assertThat(deployment("MODIFY", same, same)).isEmpty();
    }

    @Test
    void aNewRoute_isACreatedAlias() {
        assertThat(alias("INSERT", R_KEY, "", item("DeploymentId", "d1")))
                .contains("backplane.deployments AliasCreated"
                        + " {\"eventId\":\"event-1\",\"id\":\"docs.example.com/v1\",\"deployment\":\"d1\"}");
    }

    @Test
    void aRouteToAnotherDeployment_isAMovedAlias() {
        assertThat(alias("MODIFY", R_KEY, item("DeploymentId", "d1"), item("DeploymentId", "d2")))
                .contains("backplane.deployments AliasMoved"
                        + " {\"eventId\":\"event-1\",\"id\":\"docs.example.com/v1\",\"from\":\"d1\",\"to\":\"d2\"}");
    }

    @Test
    void aRouteThatWasOnlyBroughtInLine_tellsNothing() {
        assertThat(alias("MODIFY", R_KEY, item("DeploymentId", "d1"), item("DeploymentId", "d1")))
                .isEmpty();
    }

    @Test
    void aMovedAlias_carriesActorAndReason() {
        assertThat(alias(
                        "MODIFY",
                        R_KEY,
                        item("DeploymentId", "d1"),
                        item("DeploymentId", "d2", "Actor", "client:ci", "Reason", "release")))
                .contains("backplane.deployments AliasMoved"
                        + " {\"eventId\":\"event-1\",\"id\":\"docs.example.com/v1\",\"from\":\"d1\",\"to\":\"d2\","
                        + "\"actor\":{\"type\":\"client\",\"id\":\"ci\"},\"reason\":\"release\"}");
    }

    @Test
    void aTombstoneOfAnAlias_isADeletionByItsActor() {
        String key = item("PK", "DELETED", "SK", "com.example.docs#/v1#unique");
        String row = item("DeploymentId", "d1", "Actor", "client:ci");
        assertThat(alias("INSERT", key, "", row))
                .contains("backplane.deployments AliasDeleted"
                        + " {\"eventId\":\"event-1\",\"id\":\"docs.example.com/v1\",\"deployment\":\"d1\","
                        + "\"actor\":{\"type\":\"client\",\"id\":\"ci\"}}");
        assertThat(alias("REMOVE", key, row, "")).isEmpty();
    }

    @Test
    void aRemovedRoute_isReportedByItsTombstoneAlone() {
        assertThat(alias("REMOVE", R_KEY, item("DeploymentId", "d1"), "")).isEmpty();
    }

    @Test
    void aConfigurationRow_tellsNothing() {
        String key = item("PK", "CONFIGNEXTJS", "SK", "com.example.docs#/v1");
        assertThat(alias("INSERT", key, "", item("DeploymentId", "d1"))).isEmpty();
    }

    private Optional<String> deployment(String name, String oldImage, String newImage) {
        return deployments
                .eventOf(read(record(1, name, D_KEY, oldImage, newImage)))
                .map(ForwardersTest::print);
    }

    private Optional<String> alias(String name, String key, String oldImage, String newImage) {
        return aliases.eventOf(read(record(1, name, key, oldImage, newImage))).map(ForwardersTest::print);
    }

    private static StreamRecord read(String json) {
        return StreamRecord.read(json);
    }

    private static String print(DomainEvent event) {
        return event.source() + " " + event.type() + " " + event.detail().compact();
    }
}
