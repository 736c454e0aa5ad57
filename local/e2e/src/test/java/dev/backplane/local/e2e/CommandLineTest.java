package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.cli.api.Operation;
import dev.backplane.cli.api.Operations;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the command line, against one running suite. */
class CommandLineTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final Set<String> used = new TreeSet<>();

    @Test
    void commands_doWhatTheyName() throws IOException {
        try (LocalServer server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES))) {
            CommandLineRun commands = new CommandLineRun(server.address());
            deployments(commands);
            layers(commands);
            tenants(commands);
            pool(commands);
            userdata(commands);
            people(server.address());
            assertThat(ok(commands, "status").at("/stage").asText()).isEqualTo("dev");
        }
        assertThat(used)
                .containsAll(Operations.ALL.stream().map(Operation::command).toList())
                .contains("pool seed", "layers publish");
    }

    private void deployments(CommandLineRun commands) {
        for (String id : List.of("shop-1", "shop-2")) {
            ok(commands, "deployments create " + id + " --project shop --branch main");
            ok(commands, "deployments status " + id + " FINISHED --routes [{\"src\":\"/cart\"}]");
        }
        assertThat(ok(commands, "deployments show shop-1").at("/status").asText())
                .isEqualTo("FINISHED");
        ok(commands, "aliases create shop.example.com shop-1");
        refused(commands, "ALIAS_OVERRIDE_NOT_ALLOWED", "aliases create shop.example.com shop-2");
        ok(commands, "aliases move shop.example.com shop-2 --expected-deployment shop-1");
        ok(commands, "aliases rollback shop.example.com --reason broken");
        ok(commands, "aliases split shop.example.com shop-2 20");
        ok(commands, "aliases end-split shop.example.com --keep stable");
        ok(commands, "aliases lock shop.example.com --reason fair");
        refused(commands, "ALIAS_LOCKED", "aliases move shop.example.com shop-2");
        done(commands, "aliases unlock shop.example.com");
        ok(commands, "promote shop.example.com=shop-1 www.example.com/docs=shop-1");
        assertThat(ok(commands, "aliases show www.example.com/docs")
                        .at("/deployment")
                        .asText())
                .isEqualTo("shop-1");
        assertThat(ok(commands, "aliases history shop.example.com").at("/items").size())
                .isGreaterThan(5);
        assertThat(ok(commands, "resolve https://shop.example.com/cart --explain")
                        .at("/deployment")
                        .asText())
                .isEqualTo("shop-1");
        shows(commands, "aliases list --domain example.com", "shop.example.com/", "www.example.com/docs");
        shows(commands, "deployments list --project shop", "shop-1", "shop-2");
        done(commands, "aliases delete www.example.com/docs");
        refused(commands, "ALIASES_ASSOCIATED", "deployments delete shop-1");
        done(commands, "deployments delete shop-2");
        refused(commands, "DEPLOYMENT_NOT_FOUND", "deployments show shop-2");
    }

    private void layers(CommandLineRun commands) throws IOException {
        Path zip = folder.resolve("layer.zip");
        Files.write(zip, ("PK\005\006" + "\0".repeat(18)).getBytes(StandardCharsets.ISO_8859_1));
        String publish = "layers publish " + zip + " --package yaml --regions us-east-1 --watch --package-version ";
        ok(commands, publish + "6.0.1");
        JsonNode publication = ok(commands, publish + "6.0.2");
        assertThat(publication.at("/status").asText()).isEqualTo("succeeded");
        ok(commands, "layers publication " + publication.at("/publicationId").asText());
        assertThat(ok(commands, "layers latest us-east-1 yaml")
                        .at("/layerVersion")
                        .asInt())
                .isEqualTo(2);
        shows(commands, "layers latest us-east-1", "yaml", "6.0.2");
        shows(commands, "layers list us-east-1 yaml", "deprecated", "latest");
        ok(commands, "layers hold us-east-1 yaml 1 --reason audit");
        refused(commands, "LAYER_HELD", "layers delete us-east-1 yaml 1");
        ok(commands, "layers release us-east-1 yaml 1");
        ok(commands, "layers usage us-east-1 yaml 1");
        ok(commands, "layers show us-east-1 yaml 1");
        ok(commands, "layers delete us-east-1 yaml 1");
        refused(commands, "LAYER_NOT_FOUND", "layers show us-east-1 toml 1");
        ok(
                commands,
                "layers register us-east-1 toml --package-version 1.0"
                        + " --arn arn:aws:lambda:us-east-1:000000000000:layer:toml:1");
    }

    private void tenants(CommandLineRun commands) throws IOException {
        ok(commands, "tenants register acme --name Acme --tier premium --attribute crmId=4711");
        shows(commands, "tenants list --status registered", "acme", "premium");
        refused(commands, "NOTHING_TO_RETRY", "tenants retry acme");
        ok(commands, "tenants queue acme inbound");
        Suite.await(() -> ok(commands, "tenants queue acme inbound"), queue -> queue.has("arn"));
        assertThat(ok(commands, "tenants show acme").at("/status").asText()).isNotEmpty();
        shows(commands, "tenants runs acme", "CREATE", "Success");
        assertThat(ok(commands, "tenants credentials acme inbound --minutes 15")
                        .at("/sessionToken")
                        .asText())
                .isNotEmpty();
        ok(commands, "tenants suspend acme --reason unpaid");
        refused(commands, "TENANT_SUSPENDED", "tenants credentials acme inbound");
        ok(commands, "tenants resume acme");
        ok(commands, "tenants update acme");
        assertThat(ok(commands, "tenants upgrade --dry-run").at("/tenants").asInt())
                .isZero();
        ok(
                commands,
                "tenants progress "
                        + Files.readString(Suite.ROOT.resolve("version.txt")).strip());
        ok(commands, "tenants delete acme --reason gone");
    }

    private void pool(CommandLineRun commands) {
        assertThat(ok(commands, "pool seed 3").at("/available").asInt()).isEqualTo(3);
        JsonNode lease = ok(commands, "pool lease bill@example.com --minutes 60");
        refused(commands, "USER_HAS_LEASE", "pool lease bill@example.com");
        String id = lease.at("/leaseId").asText();
        assertThat(ok(commands, "pool extend " + id + " 30").at("/extensions").asInt())
                .isEqualTo(1);
        ok(commands, "pool credentials " + id + " --minutes 15");
        shows(commands, "pool leases", id, "bill@example.com");
        shows(commands, "pool accounts --status leased", "000000000", "bill@example.com");
        ok(commands, "pool account " + lease.at("/accountId").asText());
        assertThat(ok(commands, "pool status").at("/activeLeases").asInt()).isEqualTo(1);
        ok(commands, "pool return " + id + " --note done");
        assertThat(ok(commands, "pool show " + id).at("/state").asText()).isEqualTo("ended");
        assertThat(ok(commands, "pool accounts --status available").at("/items"))
                .hasSize(2);
        ok(commands, "pool verify");
    }

    private void userdata(CommandLineRun commands) {
        ok(commands, "userdata create-app notes --quota-bytes 100 --events");
        ok(commands, "userdata enable-changes notes");
        ok(commands, "userdata put notes ann todo {\"price\":12345678901234567890.10}");
        assertThat(commands.run("userdata get notes ann todo --output json").out())
                .contains("12345678901234567890.10");
        used.add("userdata get");
        refused(commands, "QUOTA_EXCEEDED", "userdata put notes ann big \"" + "x".repeat(200) + "\"");
        shows(commands, "userdata list notes ann", "todo");
        shows(commands, "userdata apps", "notes");
        ok(commands, "userdata quota notes ann");
        assertThat(ok(commands, "userdata changes notes ann --values")
                        .at("/items/0/key")
                        .asText())
                .isEqualTo("todo");
        done(commands, "userdata delete notes ann todo");
        JsonNode export = ok(commands, "userdata export ann");
        ok(commands, "userdata show-export ann " + export.at("/exportId").asText());
        JsonNode erasure = ok(commands, "userdata erase ann --confirm ann");
        ok(commands, "userdata erasure " + erasure.at("/erasureId").asText());
        JsonNode purge = ok(commands, "userdata delete-app notes --purge");
        ok(commands, "userdata purge " + purge.at("/purgeId").asText());
        Suite.await(
                () -> commands.run("activity --service deployments --limit 100").out(),
                events -> events.contains("AliasCreated"));
        used.add("activity");
    }

    /** A person has the scopes of their groups instead of those of the local client. */
    private void people(URI suite) {
        Browser browser = new Browser(suite);
        CommandLineRun anna = new CommandLineRun(suite, Map.of("XDG_CONFIG_HOME", folder.toString()), page -> {
            Map<String, String> request = Stream.of(page.getRawQuery().split("&"))
                    .map(field -> field.split("="))
                    .collect(Collectors.toMap(
                            field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
            String location = browser.choose(request, Map.of("person", "anna@example.com"))
                    .location();
            // The name may also belong to an address on which nothing listens.
            return new Browser(URI.create(location.replace("localhost", "127.0.0.1"))).visit() == 200;
        });

        assertThat(anna.run("login").err()).contains(suite + "/oauth2/authorize?");
        assertThat(ok(anna, "pool lease anna@example.com").at("/createdBy/id").asText())
                .isEqualTo("anna@example.com");
        refused(anna, "HTTP_403", "pool status");
        assertThat(anna.run("logout").out()).startsWith("Signed out");
        ok(anna, "pool status");
    }

    /** Runs a command that prints JSON. */
    private JsonNode ok(CommandLineRun commands, String line) {
        CommandLineRun.Outcome outcome = run(commands, line + " --output json");
        assertThat(outcome.exit()).as(line + ": " + outcome.err()).isZero();
        try {
            return JSON.readTree(outcome.out());
        } catch (IOException e) {
            throw new AssertionError(line + " printed " + outcome.out(), e);
        }
    }

    private void done(CommandLineRun commands, String line) {
        CommandLineRun.Outcome outcome = run(commands, line);
        assertThat(outcome.exit()).as(line + ": " + outcome.err()).isZero();
        assertThat(outcome.err()).isEqualTo("Done.\n");
    }

    /** Runs a command that prints a table, also when a list is behind the writes. */
    private void shows(CommandLineRun commands, String line, String... texts) {
        CommandLineRun.Outcome outcome =
                Suite.await(() -> run(commands, line), seen -> Stream.of(texts).allMatch(seen.out()::contains));
        assertThat(outcome.exit()).isZero();
    }

    private void refused(CommandLineRun commands, String code, String line) {
        CommandLineRun.Outcome outcome = run(commands, line);
        assertThat(outcome.err()).as(line).startsWith(code + ": ").hasLineCount(1);
        assertThat(outcome.exit()).isEqualTo(1);
    }

    private CommandLineRun.Outcome run(CommandLineRun commands, String line) {
        Stream.concat(Operations.ALL.stream().map(Operation::command), Stream.of("pool seed", "layers publish"))
                .filter(command -> (line + " ").startsWith(command + " "))
                .max(Comparator.comparingInt(String::length))
                .ifPresent(used::add);
        return commands.run(line);
    }
}
