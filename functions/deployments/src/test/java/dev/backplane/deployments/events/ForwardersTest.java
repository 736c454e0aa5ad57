package dev.backplane.deployments.events;

import static dev.backplane.deployments.events.StreamBatches.item;
import static dev.backplane.deployments.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.testing.TestPlatform;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardersTest {

    private static final String D_KEY = item("PK", "DEPLOYMENTS", "SK", "D#d1");
    private static final String H_KEY = item("PK", "H#com.example.docs#/v1", "SK", "000000000007");

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
    void aMarkOfAPolicy_isAnExpiration() {
        String key = item("PK", "EXPIRED", "SK", "D#d1#unique");
        String row = item("DeploymentId", "d1", "Project", "shop", "Actor", "system:RetentionSweeper");
        assertThat(deployments.eventOf(read(record(1, "INSERT", key, "", row))).map(ForwardersTest::print))
                .contains("backplane.deployments DeploymentExpired {\"eventId\":\"event-1\",\"id\":\"d1\","
                        + "\"project\":\"shop\",\"actor\":{\"type\":\"system\",\"id\":\"RetentionSweeper\"}}");
    }

    @Test
    void aRowOfAnIdempotencyKey_tellsNothing() {
        String key = item("PK", "IK#CreateDeployment#client:ci", "SK", "key-1");
        assertThat(deployments.eventOf(read(record(1, "INSERT", key, "", item("Result", "d1")))))
                .isEmpty();
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "created | | d1 | AliasCreated {ID,'deployment':'d1'}",
                "moved | d1 | d2 | AliasMoved {ID,'from':'d1','to':'d2'}",
                "promoted | d1 | d2 | AliasMoved {ID,'from':'d1','to':'d2'}",
                "promoted | | d2 | AliasCreated {ID,'deployment':'d2'}",
                "undone | d2 | d1 | AliasMoved {ID,'from':'d2','to':'d1'}",
                "undone | d2 | | AliasDeleted {ID,'deployment':'d2'}",
                "rolledBack | d2 | d1 | AliasRolledBack {ID,'from':'d2','to':'d1'}",
                "rolledBack | d1 | d1 | AliasRolledBack {ID,'from':'d1','to':'d1'}",
                "locked | d1 | d1 | AliasLocked {ID,'deployment':'d1'}",
                "unlocked | d1 | d1 | AliasUnlocked {ID,'deployment':'d1'}",
                "splitChanged | d1 | d1 | AliasSplitChanged {ID,'deployment':'d1'}",
                "splitChanged | d1 | d2 | AliasSplitChanged {ID,'deployment':'d2','from':'d1','to':'d2'}",
                "deleted | d1 | | AliasDeleted {ID,'deployment':'d1'}",
                "expired | d1 | | AliasExpired {ID,'deployment':'d1'}"
            })
    void anEntryOfTheHistory_isAnEvent(String kind, @Nullable String from, @Nullable String to, String event) {
        String id = "'eventId':'event-1','id':'docs.example.com/v1','revision':7";
        assertThat(alias("INSERT", H_KEY, "", entry(kind, from, to)))
                .contains("backplane.deployments " + event.replace("ID", id).replace('\'', '"'));
    }

    @Test
    void aMoveToTheSameDeployment_tellsNothing_unlessItEndsASplit() {
        assertThat(alias("INSERT", H_KEY, "", entry("moved", "d1", "d1"))).isEmpty();
        assertThat(alias("INSERT", H_KEY, "", entry("moved", "d1", "d1", "EndedSplitDeploymentId", "d2")))
                .get(InstanceOfAssertFactories.STRING)
                .contains("AliasMoved");
    }

    @Test
    void anEvent_carriesActorAndReason() {
        assertThat(alias("INSERT", H_KEY, "", entry("moved", "d1", "d2", "Actor", "client:ci", "Reason", "release")))
                .get(InstanceOfAssertFactories.STRING)
                .endsWith(",\"actor\":{\"type\":\"client\",\"id\":\"ci\"},\"reason\":\"release\"}");
    }

    @Test
    void onlyTheInsertOfAnEntry_isAnEvent() {
        String row = entry("deleted", "d1", null);
        assertThat(alias("MODIFY", H_KEY, row, row)).isEmpty();
        assertThat(alias("REMOVE", H_KEY, row, "")).isEmpty();
        for (String partition : List.of("ROUTES", "CONFIGNEXTJS", "CONFIGSPLIT", "DELETED", "IK#a#b#c")) {
            String key = item("PK", partition, "SK", "com.example.docs#/v1");
            assertThat(alias("INSERT", key, "", item("DeploymentId", "d1"))).isEmpty();
        }
    }

    @Test
    void aPromotion_isAnEvent_andSoIsItsUndoing() {
        String id = "0".repeat(32);
        String key = item("PK", "PROMOTIONS", "SK", id);
        String moves =
                "[{\\\"alias\\\":\\\"a.example.com/\\\",\\\"from\\\":\\\"\\\",\\\"to\\\":\\\"d1\\\",\\\"revision\\\":1}]";
        String[] row = {
            "PK", "PROMOTIONS", "SK", id, "Moves", moves, "At", "2026-01-05T00:00:00.000Z", "Actor", "client:ci"
        };
        String before = item(row);
        List<String> undone = new ArrayList<>(List.of(row));
        undone.addAll(List.of(
                "UndoneAt", "2026-01-06T00:00:00.000Z", "UndoneBy", "user:ann@example.com", "UndoneReason", "broken"));
        String after = item(undone.toArray(String[]::new));

        assertThat(alias("INSERT", key, "", before))
                .contains("backplane.deployments AliasesPromoted {\"eventId\":\"event-1\",\"id\":\"" + id
                        + "\",\"aliases\":[\"a.example.com/\"],\"actor\":{\"type\":\"client\",\"id\":\"ci\"}}");
        assertThat(alias("MODIFY", key, before, after))
                .contains("backplane.deployments PromotionUndone {\"eventId\":\"event-1\",\"id\":\"" + id
                        + "\",\"aliases\":[\"a.example.com/\"],\"actor\":{\"type\":\"user\","
                        + "\"id\":\"ann@example.com\"},\"reason\":\"broken\"}");
        assertThat(alias("MODIFY", key, after, after)).isEmpty();
        assertThat(alias("REMOVE", key, after, "")).isEmpty();
    }

    @Test
    void aDamagedEntry_isSkipped() {
        assertThatThrownBy(() -> alias("INSERT", H_KEY, "", entry("renamed", "d1", "d2")))
                .isInstanceOf(InvalidValueException.class);
    }

    private static String entry(String kind, @Nullable String from, @Nullable String to, String... more) {
        List<String> texts = new ArrayList<>(List.of(
                "PK", "H#com.example.docs#/v1", "SK", "000000000007", "Kind", kind, "At", "2026-01-05T00:00:00.000Z"));
        if (from != null) {
            texts.addAll(List.of("PreviousDeploymentId", from));
        }
        if (to != null) {
            texts.addAll(List.of("DeploymentId", to));
        }
        texts.addAll(List.of(more));
        return item(texts.toArray(String[]::new));
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
