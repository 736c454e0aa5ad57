package dev.backplane.pool.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The invariants as the contract has them, written without the code that they are to test. */
final class PoolInvariants {

    private static final List<String> STATES = List.of("initial", "available", "leased", "dirty", "cleaning", "failed");

    private final Map<String, Map<String, AttributeValue>> rows = new HashMap<>();

    private PoolInvariants(List<Item> items) {
        items.forEach(item -> rows.put(item.text("pk"), item.attributes()));
    }

    static void check(List<Item> items) {
        PoolInvariants pool = new PoolInvariants(items);
        pool.checkAccounts();
        pool.checkLeases();
        pool.checkUsers();
        pool.checkShards();
        pool.checkLabels();
    }

    private void checkLabels() {
        Map<String, Set<String>> labeled = new HashMap<>();
        for (String id : idsOf("account_id#")) {
            AttributeValue labels = row("account_id#" + id).get("labels");
            (labels == null ? List.<String>of() : labels.ss())
                    .forEach(label ->
                            labeled.computeIfAbsent(label, _ -> new HashSet<>()).add(id));
        }
        Map<String, Set<String>> listed = new HashMap<>();
        for (String label : idsOf("account_label#")) {
            if (!ids("account_label#" + label).isEmpty()) {
                listed.put(label, ids("account_label#" + label));
            }
        }
        assertThat(listed).as("accounts by label").isEqualTo(labeled);
        assertThat(ids("account_labels#all")).as("labels in use").isEqualTo(labeled.keySet());
    }

    /** Each account and each lease is named by one shard of a list only, the one that its item says. */
    private void checkShards() {
        for (String key : rows.keySet()) {
            if (key.startsWith("account_status#") || key.startsWith("lease_status#")) {
                String[] parts = key.split("#", -1);
                String shard = parts.length == 3 ? parts[2] : "0";
                String items = key.startsWith("lease") ? "lease_id#" : "account_id#";
                if (!List.of("all", "held").contains(parts[1])) {
                    assertThat(ids(key)).as(key).allMatch(id -> shard.equals(shardOf(items + id)));
                }
            }
        }
    }

    private String shardOf(String key) {
        AttributeValue shard = row(key).get("shard");
        return shard == null ? "0" : shard.n();
    }

    private void checkAccounts() {
        Set<String> accounts = idsOf("account_id#");
        assertThat(list("account_status#all")).as("all accounts").isEqualTo(accounts);
        Set<String> held = new HashSet<>(accounts);
        held.removeIf(id -> !row("account_id#" + id).containsKey("hold"));
        assertThat(list("account_status#held")).as("held accounts").isEqualTo(held);
        for (String state : STATES) {
            Set<String> inState = new HashSet<>(accounts);
            inState.removeIf(id -> !text("account_id#" + id, "data").equals(state)
                    || (state.equals("available") && held.contains(id)));
            assertThat(list("account_status#" + state)).as(state).isEqualTo(inState);
        }
        assertThat(accounts)
                .as("accounts that are available before the sessions of their last lease are revoked")
                .noneMatch(id -> text("account_id#" + id, "data").equals("available")
                        && Values.text("pending").equals(row("account_id#" + id).get("revocation")));
    }

    private void checkLeases() {
        Set<String> leases = idsOf("lease_id#");
        assertThat(list("lease_status#active")).as("active leases").isEqualTo(leases);
        Set<String> leasedAccounts = new HashSet<>();
        for (String id : leases) {
            Item data = data("lease_id#" + id);
            assertThat(data.text("state")).isEqualTo("active");
            String account = data.text("account");
            assertThat(leasedAccounts.add(account))
                    .as(account + " is leased once")
                    .isTrue();
            assertThat(text("account_id#" + account, "leaseId"))
                    .as("lease of " + account)
                    .isEqualTo(id);
            Item held = data("user_id#" + data.text("user"));
            assertThat(held.text("lease")).as("lease of a user").isEqualTo(id);
            assertThat(held.text("account")).as("account of a user").isEqualTo(account);
            assertThat(rows).as("no record of an active lease").doesNotContainKey("lease_history#" + id);
        }
        assertThat(list("account_status#leased")).as("leased accounts").isEqualTo(leasedAccounts);
    }

    private void checkUsers() {
        long holding = idsOf("user_id#").stream()
                .filter(id -> row("user_id#" + id).containsKey("data"))
                .count();
        assertThat(holding)
                .as("users who hold a lease")
                .isEqualTo(idsOf("lease_id#").size());
    }

    private String text(String key, String name) {
        return new Item(row(key)).text(name);
    }

    private Item data(String key) {
        return LeaseRows.data(new Item(row(key)));
    }

    private Map<String, AttributeValue> row(String key) {
        assertThat(rows).containsKey(key);
        return rows.getOrDefault(key, Map.of());
    }

    /** Returns what the shards of a list name, each id once. */
    private Set<String> list(String key) {
        Set<String> all = new HashSet<>();
        for (String row : rows.keySet()) {
            if (row.equals(key) || row.matches(key + "#[0-9]+")) {
                for (String id : ids(row)) {
                    assertThat(all.add(id))
                            .as(id + " is in one shard of " + key)
                            .isTrue();
                }
            }
        }
        return all;
    }

    private Set<String> ids(String key) {
        AttributeValue data = rows.getOrDefault(key, Map.of()).get("data");
        return data == null ? Set.of() : new HashSet<>(data.ss());
    }

    private Set<String> idsOf(String prefix) {
        Set<String> ids = new HashSet<>();
        rows.keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .forEach(key -> ids.add(key.substring(prefix.length())));
        return ids;
    }
}
