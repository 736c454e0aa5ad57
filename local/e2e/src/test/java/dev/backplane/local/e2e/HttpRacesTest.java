package dev.backplane.local.e2e;

import static dev.backplane.local.e2e.Await.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Races over HTTP; the tables are checked for invariants afterwards. */
class HttpRacesTest {

    private static final int CALLERS = 40;

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private Deployments deployments;
    private String host;

    @BeforeEach
    void open() {
        api = SUITE.api();
        deployments = new Deployments(api);
        host = Deployments.newHost();
    }

    @AfterEach
    void invariantsHold() {
        Map<String, Long> counts = new HashMap<>();
        Map<String, String> configs = new HashMap<>();
        List<Item> aliases = SUITE.rows("AliasTable");
        aliases.stream()
                .filter(row -> row.text("PK").equals("CONFIGNEXTJS"))
                .forEach(row -> configs.put(row.text("SK"), version(row)));
        aliases.stream().filter(row -> row.text("PK").equals("ROUTES")).forEach(row -> {
            assertThat(configs.remove(row.text("SK"))).as(row.text("SK")).isEqualTo(version(row));
            counts.merge(row.text("DeploymentId"), row.flag("DeploymentAlias") ? 0L : 1L, Long::sum);
        });
        assertThat(configs).as("configurations without a route").isEmpty();
        List<Item> rows = SUITE.rows("DeploymentTable").stream()
                .filter(row -> row.text("PK").equals("DEPLOYMENTS"))
                .toList();
        for (Item row : rows) {
            Long count = counts.remove(row.text("DeploymentId"));
            assertThat(row.number("AliasCount")).isEqualTo(count == null ? 0 : count);
        }
        assertThat(counts).as("aliases without a deployment").isEmpty();
    }

    private static String version(Item row) {
        return row.text("DeploymentId") + " " + row.number("Revision");
    }

    @Test
    void manyCreateTheSameAlias_oneWins() {
        String id = deployments.finished();
        List<Integer> statuses =
                race(_ -> untilServed(() -> deployments.point(host, id)).status());
        assertThat(statuses).containsOnlyOnce(201);
        assertThat(statuses).filteredOn(status -> status != 201).containsOnly(409);
    }

    @Test
    void manyMoveFromWhereTheyBelieveItPoints_noUpdateIsLost() {
        String first = deployments.finished();
        deployments.point(host, first);
        List<String> targets = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            targets.add(deployments.finished());
        }
        List<Answer> answers = race(caller -> {
            String seen = api.get("/aliases/" + host).at("deployment");
            return untilServed(() -> deployments.move(host, targets.get(caller), seen));
        });
        List<Answer> moved = new ArrayList<>(
                answers.stream().filter(answer -> answer.status() == 201).toList());
        moved.sort((a, b) -> Long.compare(
                a.json().path("revision").asLong(), b.json().path("revision").asLong()));
        String at = first;
        for (Answer answer : moved) {
            assertThat(answer.at("previousDeployment")).isEqualTo(at);
            at = answer.at("deployment");
        }
        assertThat(api.get("/aliases/" + host).at("deployment")).isEqualTo(at);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("ALIAS_CHANGED"));
    }

    @Test
    void aDeploymentIsDeletedWhileAliasesAreMadeToIt_noneIsLeftDangling() {
        String id = deployments.finished();
        List<Integer> statuses = race(caller -> untilServed(() -> caller % 2 == 0
                        ? deployments.point(host + "/p" + caller, id)
                        : api.delete("/deployments/" + id))
                .status());
        assertThat(statuses.contains(201)).isNotEqualTo(statuses.contains(204));
        assertThat(api.get("/deployments/" + id).status()).isEqualTo(statuses.contains(201) ? 200 : 404);
    }

    @Test
    void twoStatusesFollowOneState_oneWins() {
        String id = deployments.initialized();
        List<Answer> answers = race(caller ->
                untilServed(() -> deployments.changeStatus(id, caller % 2 == 0 ? "FINISHED" : "CREATE_FAILED")));
        String won = api.get("/deployments/" + id).at("status");
        assertThat(answers).allSatisfy(answer -> {
            if (answer.status() == 200) {
                assertThat(answer.at("status")).isEqualTo(won);
            } else {
                assertThat(answer.code()).isEqualTo("INVALID_TRANSITION");
            }
        });
        assertThat(answers).extracting(Answer::status).contains(200, 409);
        Suite.await(() -> SUITE.events(id), events -> events.size() >= 2);
        assertThat(SUITE.events(id))
                .filteredOn(event -> event.detailType().equals("DeploymentStatusChanged"))
                .hasSize(1);
    }

    private static <T> List<T> race(Threads.Task<T> call) {
        return Threads.race(CALLERS, call).allResults();
    }
}
