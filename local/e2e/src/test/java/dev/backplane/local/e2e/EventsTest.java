package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.eventbridge.BusEvent;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventsTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private Deployments deployments;

    @BeforeEach
    void open() {
        api = SUITE.api();
        deployments = new Deployments(api);
    }

    @Test
    void aDeploymentsLife_isToldInOrder() {
        String id = deployments.withStack("FINISHED");
        api.delete("/deployments/" + id);
        api.delete("/deployments/" + id + "?stackDeleted=true");

        List<BusEvent> events = SUITE.events(id, 4);
        assertThat(events).extracting(BusEvent::source).containsOnly("backplane.deployments");
        assertThat(events)
                .extracting(BusEvent::detailType)
                .containsExactly(
                        "DeploymentCreated", "DeploymentStatusChanged", "DeploymentStatusChanged", "DeploymentDeleted");
        assertThat(events)
                .filteredOn(event -> event.detailType().equals("DeploymentStatusChanged"))
                .extracting(event -> event.detail().path("from").asText() + " to "
                        + event.detail().path("to").asText())
                .containsExactly("INITIALIZED to FINISHED", "FINISHED to DESTROY_REQUESTED");
        assertThat(events)
                .extracting(event -> event.detail().path("eventId").asText())
                .doesNotHaveDuplicates();
    }

    @Test
    void anAliassLife_isToldOnceThoughItHasTwoRows() {
        String first = deployments.initialized();
        String second = deployments.finished();
        String alias = Deployments.newHost() + "/docs";
        deployments.point(alias, first);
        deployments.status(first, "FINISHED");
        deployments.move(alias, second);
        api.delete("/aliases/" + alias);

        List<BusEvent> events = SUITE.events(alias, 3);
        assertThat(events)
                .extracting(BusEvent::detailType)
                .containsExactly("AliasCreated", "AliasMoved", "AliasDeleted");
        assertThat(events.get(1).detail().path("from").asText()).isEqualTo(first);
        assertThat(events.get(1).detail().path("to").asText()).isEqualTo(second);
    }

    @Test
    void events_areKeptInTheSuitesEventLog() {
        String id = deployments.initialized();
        SUITE.events(id, 1);
        assertThat(Suite.await(
                        () -> SUITE.server().cloud().logs().lines("/backplane/dev/events"),
                        lines -> lines.stream().anyMatch(line -> line.message().contains("\"" + id + "\""))))
                .isNotEmpty();
    }
}
