package dev.backplane.cli.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All commands that are one call of an API. */
public final class Operations {

    /** In an order in which the examples work one after the other in a new suite. */
    public static final List<Operation> ALL = Stream.of(
                    DeploymentCommands.ALL, LayerCommands.ALL, TenantCommands.ALL, PoolCommands.ALL, DataCommands.ALL)
            .flatMap(List::stream)
            .toList();

    /** The first words of commands with two words, and what their commands are about. */
    public static final Map<String, String> NOUNS = nouns();

    private Operations() {}

    private static Map<String, String> nouns() {
        Map<String, String> nouns = new LinkedHashMap<>();
        nouns.put("deployments", "Published versions of sites.");
        nouns.put("aliases", "Host names that point to deployments.");
        nouns.put("layers", "Lambda layers per region and package.");
        nouns.put("tenants", "Tenants and their queues.");
        nouns.put("pool", "Accounts that are leased to users.");
        nouns.put("userdata", "JSON values of users in apps.");
        return Collections.unmodifiableMap(nouns);
    }
}
