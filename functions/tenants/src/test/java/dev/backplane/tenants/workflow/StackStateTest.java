package dev.backplane.tenants.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.workflow.StackState.Aim;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.cloudformation.model.StackStatus;

class StackStateTest {

    private static final Map<Aim, Set<String>> SUCCESSES = Map.of(
            Aim.CREATE, Set.of("CREATE_COMPLETE", "UPDATE_COMPLETE"),
            Aim.UPDATE, Set.of("UPDATE_COMPLETE"),
            Aim.DELETE, Set.of("DELETE_COMPLETE"));

    private static List<String> statuses() {
        return Arrays.stream(StackStatus.values())
                .filter(status -> status != StackStatus.UNKNOWN_TO_SDK_VERSION)
                .map(StackStatus::toString)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Aim.class)
    void everyStatusThatCloudFormationKnows_isASuccessOnlyIfItIsNamed(Aim aim) {
        assertThat(statuses())
                .filteredOn(status -> StackState.of(aim, status) == StackState.SUCCEEDED)
                .containsExactlyInAnyOrderElementsOf(SUCCESSES.getOrDefault(aim, Set.of()));
        assertThat(statuses())
                .filteredOn(status -> StackState.of(aim, status) == StackState.IN_PROGRESS)
                .allMatch(status -> status.endsWith("_IN_PROGRESS"))
                .hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({
        "CREATE,ROLLBACK_COMPLETE,FAILED",
        "CREATE,DELETE_COMPLETE,FAILED",
        "CREATE,UPDATE_ROLLBACK_COMPLETE,FAILED",
        "CREATE,DELETE_IN_PROGRESS,IN_PROGRESS",
        "UPDATE,UPDATE_FAILED,FAILED",
        "UPDATE,UPDATE_ROLLBACK_COMPLETE,FAILED",
        "UPDATE,DELETE_COMPLETE,FAILED",
        "UPDATE,UPDATE_COMPLETE_CLEANUP_IN_PROGRESS,IN_PROGRESS",
        "DELETE,CREATE_COMPLETE,PRESENT",
        "DELETE,ROLLBACK_COMPLETE,PRESENT",
        "DELETE,DELETE_FAILED,FAILED",
        "CREATE,SOMETHING_NEW,FAILED"
    })
    void status_meansWhatItMeansForTheOperation(Aim aim, String status, StackState state) {
        assertThat(StackState.of(aim, status)).isEqualTo(state);
    }

    private static StackEvent event(String id, String status, String reason) {
        return new StackEvent(id, status, reason, id.equals("t-acme"));
    }

    @Test
    void reason_isThatOfTheFirstThingThatFailed_andNotOfItsConsequences() {
        List<StackEvent> newestFirst = List.of(
                event("t-acme", "ROLLBACK_FAILED", "The following resource(s) failed to delete: [Alarm]."),
                event("Alarm", "DELETE_FAILED", "no"),
                event("t-acme", "CREATE_FAILED", "The following resource(s) failed to create: [Queue, Alarm]."),
                event("Alarm", "CREATE_FAILED", "The limit of alarms is reached"),
                event("Queue", "CREATE_FAILED", "Resource creation cancelled"),
                event("Queue", "CREATE_IN_PROGRESS", ""),
                event("t-acme", "CREATE_IN_PROGRESS", "User Initiated"));

        assertThat(StackEvent.firstReason(newestFirst)).contains("Alarm: The limit of alarms is reached");
    }

    @Test
    void reason_whereNothingInTheStackFailed_isThatOfTheStack() {
        assertThat(StackEvent.firstReason(List.of(event("t-acme", "UPDATE_FAILED", "Cancelled by a person"))))
                .contains("t-acme: Cancelled by a person");
        assertThat(StackEvent.firstReason(List.of(event("t-acme", "CREATE_COMPLETE", ""))))
                .isEmpty();
    }
}
