package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.http.Answer;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Json;
import dev.backplane.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Fills a local suite with a small company that sells books, through the public API. The console has sample data of the
 * same company, and writes it through the API too; it needs no endpoint for it.
 */
@Command(
        name = "demo",
        description = "Fills a suite on this machine with the data of a small company. It can be repeated.",
        footer = {"", "Example:", "  backplane demo"})
final class DemoCommand implements Callable<Integer> {

    private static final int CONFLICT = 409;
    private static final int ACCOUNTS = 10;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    private final Terminal terminal;

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Connection connection = common.connectToThisMachine(terminal)) {
            Connection.Session suite = connection.session();
            theShopIsPublished(suite);
            aReleaseIsPromotedAndHeld(suite);
            customersBecomeTenants(suite);
            peopleBorrowAccounts(suite);
            librariesBecomeLayers(suite);
            customersKeepWishLists(suite);
            terminal.err().println("The suite has the data of a small company. See it with: ./backplane open");
            return 0;
        }
    }

    /** Three versions of the shop; the last one is still being built. */
    private void theShopIsPublished(Connection.Session suite) {
        tell("Publishing the shop");
        deployment(suite, "storefront-a1f39c2", "a1f39c2", "Show delivery times at checkout");
        deployment(suite, "storefront-e70b5d8", "e70b5d8", "Load product images lazily");
        send(suite, "POST", "/deployments", """
                {"id": "storefront-b6c8e13", "project": "storefront", "branch": "main", "commit": "b6c8e13",
                 "message": "Update the payment library"}""");
        send(suite, "POST", "/aliases", """
                {"alias": "shop.example.com", "target": "storefront-a1f39c2"}""");
        send(suite, "POST", "/aliases", """
                {"alias": "*.shop.example.com", "target": "storefront-a1f39c2"}""");
    }

    private void deployment(Connection.Session suite, String id, String commit, String message) {
        send(suite, "POST", "/deployments", """
                {"id": "%s", "project": "storefront", "branch": "main", "commit": "%s", "message": "%s"}""".formatted(id, commit, message));
        send(suite, "PUT", "/deployments/" + id + "/status", """
                {"status": "FINISHED", "routes": [{"src": "/cart"}]}""");
    }

    private void aReleaseIsPromotedAndHeld(Connection.Session suite) {
        tell("Promoting a release");
        send(suite, "POST", "/promotions", """
                {"moves": [{"alias": "shop.example.com", "target": "storefront-e70b5d8"},
                           {"alias": "www.shop.example.com", "target": "storefront-e70b5d8"}],
                 "reason": "Faster product pages"}""");
        send(suite, "PUT", "/alias-locks", """
                {"alias": "www.shop.example.com", "reason": "Christmas sale"}""");
    }

    private void customersBecomeTenants(Connection.Session suite) {
        tell("Registering tenants");
        tenant(suite, "acme", "Acme Books", "premium", true);
        tenant(suite, "birch-labs", "Birch Labs", "standard", true);
        tenant(suite, "willow-travel", "Willow Travel", "standard", false);
    }

    private void tenant(Connection.Session suite, String id, String name, String tier, boolean provision) {
        send(suite, "PUT", "/tenants/" + id, """
                {"name": "%s", "tier": "%s", "attributes": {"region": "eu"}, "provision": %s}""".formatted(name, tier, provision));
    }

    /** Two accounts are lent, one is held, the others wait. */
    private void peopleBorrowAccounts(Connection.Session suite) {
        tell("Lending accounts");
        for (int number = 1; number <= ACCOUNTS; number++) {
            String id = "%012d".formatted(200_000_000_000L + number);
            send(
                    suite,
                    "POST",
                    "/pool/accounts",
                    "{\"accountId\": \"%s\", \"name\": \"sandbox-%02d\"}".formatted(id, number));
            send(suite, "PUT", "/pool/accounts/" + id + "/status", "{\"status\": \"available\"}");
        }
        send(suite, "POST", "/pool/leases", "{\"userId\": \"anna@example.com\", \"durationMinutes\": 240}");
        send(suite, "POST", "/pool/leases", "{\"userId\": \"ben@example.com\", \"durationMinutes\": 60}");
    }

    private void librariesBecomeLayers(Connection.Session suite) {
        tell("Registering layers");
        List<String> versions = List.of("2.31.0", "2.32.3");
        for (String region : List.of("us-east-1", "eu-central-1")) {
            for (String version : versions) {
                send(suite, "POST", "/layers/" + region + "/requests", """
                        {"arn": "arn:aws:lambda:%s:000000000000:layer:requests:%d", "packageVersion": "%s",
                         "requirementsTxt": "requests==%s", "compatibleRuntimes": ["python3.13"]}""".formatted(
                                region, versions.indexOf(version) + 1, version, version));
            }
        }
    }

    private void customersKeepWishLists(Connection.Session suite) {
        tell("Storing wish lists");
        send(suite, "POST", "/userdata/apps", "{\"name\": \"wishlist\", \"quotaBytes\": 65536}");
        for (String user : List.of("anna", "ben", "carla")) {
            send(suite, "PUT", "/userdata/apps/wishlist/users/" + user + "/json/summer", """
                    {"items": [{"sku": "B-1042", "title": "Field guide to birds", "price": 24.90}]}""");
        }
    }

    private void tell(String step) {
        terminal.err().println(step + " ...");
        terminal.err().flush();
    }

    /** Sends a call; what is there already may refuse it. */
    private static void send(Connection.Session suite, String method, String path, String body) {
        JsonNode json = Json.read(body).orElseThrow();
        Call call = new Call(method, path);
        call.body(json);
        Answer answer = suite.ask(call);
        if (!answer.successful() && answer.status() != CONFLICT) {
            throw new Failure(Kind.REFUSED, method + " " + path + ": " + Terminal.printable(answer.text()));
        }
    }
}
