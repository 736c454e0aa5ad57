package dev.backplane.local.e2e;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.e2e.Api.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ActivityApiTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private final Api api = SUITE.api();

    private List<JsonNode> activity(String query, int count) {
        return Suite.await(() -> items(api.get("/activity?" + query)), items -> items.size() >= count);
    }

    private static List<JsonNode> items(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("items").valueStream().toList();
    }

    @Test
    void changesOfAnAlias_appearOnceUnderTheAliasAndItsDeployments() {
        Instant start = Instant.now().minusSeconds(5);
        Deployments deployments = new Deployments(api);
        String first = deployments.finished();
        String second = deployments.finished();
        String alias = Deployments.newHost() + "/docs";
        deployments.point(alias, first);
        deployments.move(alias, second);
        api.delete("/aliases/" + alias);

        assertThat(activity("subject=" + alias, 3))
                .extracting(item -> item.path("type").asText())
                .containsExactlyInAnyOrder("AliasCreated", "AliasMoved", "AliasDeleted")
                .as("newest first, even within a second")
                .containsSubsequence("AliasMoved", "AliasCreated");
        assertThat(activity("subject=" + first + "&from=" + start, 4))
                .extracting(item -> item.path("type").asText())
                .containsExactlyInAnyOrder("DeploymentCreated", "DeploymentStatusChanged", "AliasCreated", "AliasMoved")
                .containsSubsequence("DeploymentStatusChanged", "DeploymentCreated");
        assertThat(activity("subject=" + second, 4))
                .filteredOn(item -> item.path("type").asText().equals("AliasMoved"))
                .singleElement()
                .satisfies(item -> {
                    assertThatJson(item.path("subjects"))
                            .isEqualTo("[\"" + alias + "\", \"" + first + "\", \"" + second + "\"]");
                    assertThatJson(item.path("detail"))
                            .isEqualTo(
                                    "{id: '" + alias + "', from: '" + first + "', to: '" + second + "', revision: 2}");
                    assertThat(Instant.parse(item.path("at").asText())).isAfter(start);
                });
        assertThat(activity("subject=" + second + "&to=" + start, 0)).isEmpty();
    }

    @Test
    void changesOfAnAccount_appearUnderTheAccountTheLeaseAndTheUser() {
        PoolAccounts pool = new PoolAccounts(SUITE.server());
        String account = pool.available();
        String user = PoolAccounts.newUser();
        // Other tests may have made other accounts available.
        String leased = pool.leased(user);

        assertThat(activity("subject=" + user, 1))
                .first()
                .satisfies(item -> assertThat(item.path("type").asText()).isEqualTo("LeaseCreated"));
        assertThat(activity("subject=" + leased, 1)).hasSize(1);
        assertThat(activity("subject=" + account, 2))
                .extracting(item -> item.path("type").asText())
                .contains("AccountAdded", "AccountAvailable");
    }

    @Test
    void pages_haveEveryEntryOfAServiceOnce_andNoStreamRecord() {
        Deployments deployments = new Deployments(api);
        String last = "";
        for (int i = 0; i < 5; i++) {
            last = deployments.initialized();
        }
        activity("subject=" + last, 1);
        List<String> seen = new ArrayList<>();
        String to = "&to=" + Instant.now();
        Answer page = api.get("/activity?service=deployments&limit=2" + to);
        seen.addAll(ids(page));
        while (!page.json().path("next").isNull()) {
            page = api.get("/activity?service=deployments&limit=2" + to + "&cursor=" + page.at("next"));
            seen.addAll(ids(page));
        }

        assertThat(seen).hasSizeGreaterThanOrEqualTo(5).doesNotHaveDuplicates();
        assertThat(SUITE.rows("Activity"))
                .extracting(row -> row.text("type"))
                .doesNotContain("INSERT", "MODIFY", "REMOVE");
    }

    private static List<String> ids(Answer page) {
        return items(page).stream()
                .map(item -> item.path("type").asText() + item.path("eventId").asText())
                .toList();
    }
}
