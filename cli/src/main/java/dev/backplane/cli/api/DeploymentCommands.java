package dev.backplane.cli.api;

import static dev.backplane.cli.api.Placement.ALIAS_PATH;
import static dev.backplane.cli.api.Placement.JSON;
import static dev.backplane.cli.api.Placement.MOVES;
import static dev.backplane.cli.api.Placement.NUMBER;
import static dev.backplane.cli.api.Placement.PATH;
import static dev.backplane.cli.api.Placement.QUERY;
import static dev.backplane.cli.api.Placement.QUERY_FLAG;
import static dev.backplane.cli.api.Placement.TEXT;
import static dev.backplane.cli.api.Placement.URL;

import java.util.List;

/** The commands for deployments, aliases and promotions. */
final class DeploymentCommands {

    private static final String ALIAS = "A host name, with a base path if it has one, or a wildcard.";
    private static final String DEPLOYMENT = "The id of a deployment.";
    private static final String EXPECTED = "Refuse if the alias points to another deployment than this.";

    static final List<Operation> ALL = List.of(
            Operation.post("deployments create", "/deployments", "Registers a deployment.")
                    .optionalArgument("id", TEXT, "The id; generated if absent.")
                    .option("project", TEXT, "The project that the deployment belongs to.")
                    .option("branch", TEXT, "The branch in version control.")
                    .option("commit", TEXT, "The commit in version control.")
                    .option("message", TEXT, "The message of the commit.")
                    .idempotencyKey()
                    .example("shop-1 --project shop --branch main"),
            Operation.put("deployments status", "/deployments/{id}/status", "Changes the status of a deployment.")
                    .argument("id", PATH, DEPLOYMENT)
                    .argument("status", TEXT, "The new status, such as FINISHED.")
                    .option("routes", JSON, "The routes, as JSON or @FILE.")
                    .option("lambdaRoutes", JSON, "The routes of functions, as JSON or @FILE.")
                    .option("prerenders", JSON, "The prerendered pages, as JSON or @FILE.")
                    .reason(TEXT)
                    .example("shop-1 FINISHED --routes '[{\"src\":\"/cart\"}]'"),
            Operation.get("deployments list", "/deployments", "Lists deployments, newest first.")
                    .option("project", QUERY, "Only deployments of this project.")
                    .option("branch", QUERY, "Only deployments of this branch; requires --project.")
                    .option("status", QUERY, "Only deployments in this status; requires --project.")
                    .columns("id", "status", "createdAt", "branch", "commit", "message")
                    .example("--project shop"),
            Operation.get("deployments show", "/deployments/{id}", "Shows a deployment.")
                    .argument("id", PATH, DEPLOYMENT)
                    .example("shop-1"),
            Operation.post("aliases create", "/aliases", "Points a new alias at a deployment.")
                    .argument("alias", TEXT, ALIAS)
                    .argument("target", TEXT, DEPLOYMENT)
                    .option("expiresAt", TEXT, "When the alias is deleted, in UTC.")
                    .reason(TEXT)
                    .example("shop.example.com shop-1"),
            Operation.post("aliases move", "/aliases", "Points an alias at another deployment, or creates it.")
                    .argument("alias", TEXT, ALIAS)
                    .argument("target", TEXT, DEPLOYMENT)
                    .option("expectedDeployment", TEXT, EXPECTED)
                    .reason(TEXT)
                    .always("override")
                    .example("shop.example.com shop-2 --expected-deployment shop-1"),
            Operation.get("aliases list", "/aliases", "Lists the aliases of a deployment or of a domain.")
                    .option("deployment=deploymentId", QUERY, "Only aliases that point to this deployment.")
                    .option("domain", QUERY, "Only aliases of this host and its subdomains.")
                    .columns("id", "deployment", "createdAt", "variant")
                    .example("--domain example.com"),
            Operation.get("aliases show", "/aliases/{alias}", "Shows an alias.")
                    .argument("alias", ALIAS_PATH, ALIAS)
                    .example("shop.example.com"),
            Operation.get("aliases history", "/alias-history", "Lists the changes of an alias, newest first.")
                    .argument("alias", QUERY, ALIAS)
                    .columns("revision", "kind", "at", "deployment", "previousDeployment", "actor.id", "reason")
                    .example("shop.example.com"),
            Operation.post("aliases rollback", "/alias-rollbacks", "Points an alias to an earlier deployment.")
                    .argument("alias", TEXT, ALIAS)
                    .option("toRevision", NUMBER, "The revision to go back to; the one before if absent.")
                    .option("expectedDeployment", TEXT, EXPECTED)
                    .reason(TEXT)
                    .example("shop.example.com --reason 'checkout fails'"),
            Operation.put("aliases lock", "/alias-locks", "Locks an alias against changes.")
                    .argument("alias", TEXT, ALIAS)
                    .reason(TEXT)
                    .example("shop.example.com --reason 'trade fair'"),
            Operation.delete("aliases unlock", "/alias-locks", "Unlocks an alias.")
                    .argument("alias", QUERY, ALIAS)
                    .reason(QUERY)
                    .example("shop.example.com"),
            Operation.put("aliases split", "/alias-splits", "Sends a share of the traffic to a second deployment.")
                    .argument("alias", TEXT, ALIAS)
                    .argument("deployment", TEXT, "The second deployment.")
                    .argument("percent", NUMBER, "The share of the traffic.")
                    .reason(TEXT)
                    .example("shop.example.com shop-2 20"),
            Operation.delete("aliases end-split", "/alias-splits", "Ends a split.")
                    .argument("alias", QUERY, ALIAS)
                    .requiredOption("keep", QUERY, "The side that stays: stable or new.")
                    .reason(QUERY)
                    .example("shop.example.com --keep new"),
            Operation.post("promote", "/promotions", "Moves several aliases together, all or none.")
                    .argument("alias=moves", MOVES, "Pairs ALIAS=DEPLOYMENT.")
                    .reason(TEXT)
                    .idempotencyKey()
                    .example("shop.example.com=shop-1 www.example.com=shop-1 --reason 'release 2'"),
            Operation.get("resolve", "/resolve", "Shows which deployment serves a URL.")
                    .argument("url", URL, "The URL, or a host name.")
                    .option("key", QUERY, "A user or session id; the same key always gets the same side of a split.")
                    .option("explain", QUERY_FLAG, "Show which aliases were considered, and why each won or lost.")
                    .example("https://shop.example.com/cart --explain"),
            Operation.delete("aliases delete", "/aliases/{alias}", "Deletes an alias.")
                    .argument("alias", ALIAS_PATH, ALIAS)
                    .reason(QUERY)
                    .example("www.example.com"),
            Operation.delete("deployments delete", "/deployments/{id}", "Deletes a deployment.")
                    .argument("id", PATH, DEPLOYMENT)
                    .reason(QUERY)
                    .example("shop-2"));

    private DeploymentCommands() {}
}
