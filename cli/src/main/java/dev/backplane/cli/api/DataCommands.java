package dev.backplane.cli.api;

import static dev.backplane.cli.api.Placement.BODY;
import static dev.backplane.cli.api.Placement.FLAG;
import static dev.backplane.cli.api.Placement.HEADER;
import static dev.backplane.cli.api.Placement.NUMBER;
import static dev.backplane.cli.api.Placement.PATH;
import static dev.backplane.cli.api.Placement.QUERY;
import static dev.backplane.cli.api.Placement.QUERY_FLAG;
import static dev.backplane.cli.api.Placement.TEXT;

import java.util.List;

/** The commands for user data and for the activity of all services. */
final class DataCommands {

    private static final String OF_USER = "/userdata/apps/{app}/users/{user}";
    private static final String VALUE = OF_USER + "/json/{key}";

    static final List<Operation> ALL = List.of(
            Operation.post("userdata create-app", "/userdata/apps", "Registers an app.")
                    .argument("app=name", TEXT, "The name of the app.")
                    .option("quota-bytes=quotaBytes", NUMBER, "The quota of each user.")
                    .option("changes", FLAG, "Record changes, so that clients can follow them.")
                    .option("events", FLAG, "Publish changes as events.")
                    .example("notes --quota-bytes 1000000"),
            Operation.get("userdata apps", "/userdata/apps", "Lists the apps.")
                    .columns("name", "quotaBytes", "changes", "events", "createdAt", "updatedAt")
                    .example("--output csv"),
            Operation.patch(
                            "userdata enable-changes",
                            "/userdata/apps/{app}",
                            "Starts to record the changes of an app.")
                    .argument("app", PATH, "The name of an app.")
                    .always("changes")
                    .example("notes"),
            key(Operation.put("userdata put", VALUE, "Stores a JSON value."))
                    .argument("value", BODY, "The value, as JSON or @FILE.")
                    .option("if-match=If-Match", HEADER, "Only replace the value with this entity tag.")
                    .option("dryRun", QUERY_FLAG, "Only check whether the value fits into the quota.")
                    .example("notes me todo '{\"milk\":1}'"),
            key(Operation.get("userdata get", VALUE, "Prints a JSON value.")).example("notes me todo --output json"),
            user(Operation.get("userdata list", OF_USER + "/json", "Lists the keys of a user in an app."))
                    .option("prefix", QUERY, "Only keys with this prefix.")
                    .columns("key", "size", "version", "updatedAt")
                    .example("notes me --prefix to"),
            user(Operation.get("userdata quota", OF_USER + "/quota", "Shows the quota and usage of a user in an app."))
                    .example("notes me"),
            user(Operation.get("userdata changes", OF_USER + "/changes", "Shows which keys of a user changed."))
                    .option("since", QUERY, "Only changes after this position: the next of an earlier call.")
                    .option("limit", QUERY, "The most changes of one call.")
                    .option("values", QUERY_FLAG, "Also show the values.")
                    .example("notes me --limit 100"),
            key(Operation.delete("userdata delete", VALUE, "Deletes a JSON value."))
                    .example("notes me todo"),
            Operation.post("userdata export", "/userdata/users/{user}/exports", "Exports all data of a user.")
                    .argument("user", PATH, "The id of a user, or me.")
                    .example("me"),
            Operation.get(
                            "userdata show-export",
                            "/userdata/users/{user}/exports/{exportId}",
                            "Shows an export, with links to its files.")
                    .argument("user", PATH, "The id of a user, or me.")
                    .argument("id=exportId", PATH, "The id of the export.")
                    .example("me export-8b0671f6d70fff14f01750a087237c2e"),
            Operation.post("userdata erase", "/userdata/users/{user}/erasures", "Erases all data of a user.")
                    .argument("user", PATH, "The id of a user.")
                    .requiredOption("confirm", TEXT, "The id of the user again.")
                    .reason(TEXT)
                    .example("ann@example.com --confirm ann@example.com"),
            Operation.get("userdata erasure", "/userdata/erasures/{erasureId}", "Shows an erasure or its receipt.")
                    .argument("id=erasureId", PATH, "The id of the erasure.")
                    .example("erasure-8b0671f6d70fff14f01750a087237c2e"),
            Operation.delete("userdata delete-app", "/userdata/apps/{app}", "Deletes an app.")
                    .argument("app", PATH, "The name of an app.")
                    .option("purge", QUERY_FLAG, "Also delete the data of all its users.")
                    .reason(QUERY)
                    .example("notes --purge"),
            Operation.get("userdata purge", "/userdata/purges/{purgeId}", "Shows the purge of an app.")
                    .argument("id=purgeId", PATH, "The id of the purge.")
                    .example("purge-8b0671f6d70fff14f01750a087237c2e"),
            Operation.get("activity", "/activity", "Lists what happened in all services, newest first.")
                    .option("subject", QUERY, "Only events about this resource: an alias, a tenant, an account ...")
                    .option("actor", QUERY, "Only events that this person or client caused.")
                    .option("service", QUERY, "Only events of this service.")
                    .option("from", QUERY, "Only events at or after this time, in UTC.")
                    .option("to", QUERY, "Only events before this time, in UTC.")
                    .columns("at", "service", "type", "subjects", "actor.id", "reason")
                    .example("--service deployments"));

    private DataCommands() {}

    private static Operation user(Operation operation) {
        return operation
                .argument("app", PATH, "The name of an app.")
                .argument("user", PATH, "The id of a user, or me.");
    }

    private static Operation key(Operation operation) {
        return user(operation).argument("key", PATH, "The key of the value.");
    }
}
