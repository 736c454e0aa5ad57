package dev.backplane.cli.deploy;

import dev.backplane.cli.build.AotPackages;
import dev.backplane.cli.build.Installation;
import dev.backplane.cli.build.SuiteBuild;
import dev.backplane.cli.build.Tools;
import dev.backplane.cli.build.Tools.Tool;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the templates of a stage, and installs, compares or removes it. Options are those of the CDK CLI. */
public final class Deployer {

    private static final Set<String> YES = Set.of("y", "Y", "yes");

    private final Installation installation;
    private final Terminal terminal;
    private final Cdk cdk;
    private final List<String> options;

    public Deployer(Installation installation, Terminal terminal, List<String> options) {
        this.installation = installation;
        this.terminal = terminal;
        this.cdk = new Cdk(installation, terminal);
        this.options = options;
    }

    /** Writes the templates and returns the names of the stacks. */
    public List<String> synth() {
        new Tools(terminal).need(Tool.MAVEN, Tool.NODE, Tool.NPM);
        return templates().stacks();
    }

    /** Prepares the account for the CDK, and returns the exit code of the CDK. */
    public int bootstrap() {
        Account account = account();
        say("Preparing account " + account.id() + " for the CDK in " + account.region() + ".");
        return cdk.show(
                account.environment(), words(List.of("bootstrap", "aws://" + account.id() + "/" + account.region())));
    }

    /** Shows what a deployment would change, and returns the exit code of the CDK. */
    public int diff() {
        Account account = account();
        Stage stage = templates();
        return cdk.show(
                account.environment(),
                words(List.of("diff", "--app", stage.folder().toString(), "--import-existing-resources")));
    }

    /**
     * Installs or updates the stage.
     *
     * @param confirmed whether the confirmation is skipped
     * @param concurrency how many stacks are deployed at a time
     */
    public void deploy(boolean confirmed, int concurrency) {
        Account account = account();
        Stage stage = templates();
        Checks checks = new Checks(account, stage);
        checks.bootstrap();
        checks.domain();
        say("Deploying stage " + stage.name() + " to account " + account.id() + " in " + account.region() + ", "
                + concurrency + " stacks at a time:");
        stage.stacks().forEach(this::say);
        if (!confirmed) {
            confirm("Deploy these stacks? ./backplane diff shows the changes.", "--yes");
        }
        Path outputs = installation.work().resolve("outputs.json");
        // The CDK cannot ask for approval while it deploys stacks concurrently; confirm has asked already.
        int exit = cdk.show(
                account.environment(),
                words(List.of(
                        "deploy",
                        "--app",
                        stage.folder().toString(),
                        "--all",
                        "--import-existing-resources",
                        "--require-approval",
                        "never",
                        "--concurrency",
                        Integer.toString(concurrency),
                        "--outputs-file",
                        outputs.toString())));
        if (exit != 0) {
            throw new Failure(
                    Kind.REFUSED,
                    "The deployment failed. Completed stacks are kept. Correct the cause and run the same command again:"
                            + " tables that a failed stack left are imported. See docs/deploying.md.");
        }
        Addresses.of(Stage.json(outputs)).forEach(terminal.out()::println);
    }

    /**
     * Deletes the stacks of the stage, and returns the exit code of the CDK.
     *
     * @param confirmed whether the confirmation is skipped
     */
    public int destroy(boolean confirmed) {
        Account account = account();
        Stage stage = templates();
        Checks checks = new Checks(account, stage);
        checks.deletable();
        int tenants = checks.tenants();
        say("Deleting stage " + stage.name() + " from account " + account.id() + " in " + account.region() + ":");
        stage.stacks().forEach(this::say);
        say("Its tables and user pool are kept: see 'Remove a stage' in docs/deploying.md.");
        if (tenants > 0) {
            say("The stacks of " + tenants
                    + " tenants are kept too, and cannot be deleted without the functions of this"
                    + " stage: delete the tenants first (DELETE /tenants/{tenantId}).");
        }
        if (!confirmed) {
            confirm("Delete these stacks?", "--force");
        }
        return cdk.show(
                account.environment(),
                words(List.of("destroy", "--app", stage.folder().toString(), "--all", "--force")));
    }

    private Account account() {
        // The CDK runs the application for a bootstrap too, although it does not need it.
        new Tools(terminal).need(Tool.MAVEN, Tool.NODE, Tool.NPM, Tool.AWS);
        return Account.find(terminal, installation.root(), options);
    }

    /** Writes the templates of the stage in the options to cdk.out. */
    private Stage templates() {
        new SuiteBuild(installation, terminal).run();
        if (packagesNeeded()) {
            say("Building the packages for packaging=aot; each changed service takes about half a minute ...");
            new AotPackages(installation, terminal).build(AotPackages.SERVICES);
        }
        Path folder = installation.root().resolve("cdk.out");
        // The CDK does not delete the templates of another stage.
        delete(folder);
        if (cdk.show(Map.of(), words(List.of("synth", "--quiet"))) != 0) {
            throw new Failure(Kind.REFUSED, "The templates cannot be written.");
        }
        return Stage.of(
                cdk.read(Stream.of("list", "--app", folder.toString())).lines().toList(), folder);
    }

    /** The templates of a stage with packaging=aot refer to its packages. */
    private boolean packagesNeeded() {
        if (options.stream().anyMatch(option -> option.contains("packaging="))) {
            return options.stream().anyMatch(option -> option.contains("packaging=aot"));
        }
        try {
            Path settings = installation.root().resolve("cdk.json");
            return Files.exists(settings)
                    && Files.readString(settings).replace(" ", "").contains("\"packaging\":\"aot\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> words(List<String> command) {
        List<String> words = new ArrayList<>(command);
        words.addAll(options);
        return words.stream();
    }

    private void confirm(String question, String option) {
        if (!terminal.interactive()) {
            throw new Failure(
                    Kind.REFUSED, "Nothing was changed: confirmation needs a terminal. Add " + option + " to skip it.");
        }
        terminal.err().print(question + " [y/N] ");
        terminal.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            if (answer == null || !YES.contains(answer.strip())) {
                throw new Failure(Kind.REFUSED, "Nothing was changed.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(String line) {
        terminal.err().println(line);
        terminal.err().flush();
    }
}
