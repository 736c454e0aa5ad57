package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands for an AWS account, with scripts in place of the CDK CLI and the AWS CLI. */
@DisabledOnOs(OS.WINDOWS)
class DeployCommandTest {

    // Of the pinned version; another version changes the folder.
    private static final String CDK = ".backplane/cdk-2.1147.0/node_modules/.bin/cdk";

    @TempDir
    private Path root;

    private Checkout checkout = new Checkout(Path.of(""));

    /** The responses of the AWS CLI, by a word of the call; a call without a response fails. */
    private final Map<String, String> answers = new TreeMap<>(Map.of(
            "get-caller-identity", "123456789012",
            "get-parameter", "25",
            "describe-stack-resources", "",
            "describe-stacks", ""));

    private final Map<String, String> environment = new TreeMap<>(Map.of("AWS_REGION", "eu-central-1"));

    /** The error message of the AWS CLI. */
    private String failure = "the AWS CLI fails";

    private record Result(int status, String output, List<String> calls) {}

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Checkout.in(root);
        checkout.script(CDK, """
                cd "$BACKPLANE_ROOT"
                echo "cdk $*" >> calls
                case "$*" in
                  *"synth --quiet"*)
                    mkdir -p cdk.out
                    cp manifest cdk.out/manifest.json
                    cp template cdk.out/Backplane-dev-Identity.template.json ;;
                  *list*) printf 'Backplane-dev-Identity\\nBackplane-dev-Events\\nBackplane-dev-Pool\\n' ;;
                  *"cdk deploy"* | *" deploy "*) cp outputs .backplane/outputs.json; [ ! -f broken ] ;;
                esac
                """);
        checkout.write("manifest", """
                {"artifacts": {"Backplane-dev-Events": {"properties": {
                 "requiresBootstrapStackVersion": 6,
                 "bootstrapStackVersionSsmParameter": "/cdk-bootstrap/hnb659fds/version"}}}}
                """);
        checkout.write("template", """
                {"Resources": {"Domain": {"Type": "AWS::Cognito::UserPoolDomain", "Properties": {
                 "Domain": {"Fn::Join": ["", ["backplane-dev-", {"Ref": "AWS::AccountId"}]]}}}}}
                """);
        checkout.write("outputs", """
                {"Backplane-dev-Identity": {"TokenUrl": "https://token.example", "UserPoolId": "pool-1",
                  "LoginUrl": "https://login.example", "PeopleClientId": "people-1",
                  "ReaderClientId": "client-1", "ExportsOutputRefClientreader": "client-1"},
                 "Backplane-dev-Pool": {"ApiUrl": "https://pool.example"},
                 "Backplane-dev-Edge": {"Url": "https://edge.example"}}
                """);
    }

    @Test
    void deploy_deploysStacksSideBySideAndTakesOverTables() throws Exception {
        Result run = run("deploy", "--yes", "-c", "stage=dev");

        assertThat(run.status).as(run.output).isZero();
        assertThat(run.calls)
                .anySatisfy(call -> assertThat(call)
                        .contains("deploy --app", "--all --import-existing-resources", "--require-approval never")
                        .contains("--concurrency 3", "--outputs-file", "-c stage=dev")
                        .doesNotContain("--yes"));
    }

    @Test
    void deploy_saysBeforehandWhereAndAfterwardsHowToCallIt() throws Exception {
        Result run = run("deploy", "--yes");

        assertThat(run.output)
                .contains("stage dev to account 123456789012 in eu-central-1, 3 stacks at a time")
                .contains("Backplane-dev-Pool", "Pool: https://pool.example", "Edge: https://edge.example")
                .contains("--user-pool-id pool-1 --client-id client-1", "https://token.example")
                .contains("People sign in at https://login.example.")
                .doesNotContain("ExportsOutput", "people-1");
    }

    @Test
    void deploy_takesTheConcurrencyThatIsGiven() throws Exception {
        assertThat(run("deploy", "--concurrency", "1", "--yes").calls)
                .anySatisfy(call -> assertThat(call).contains("--concurrency 1 "));
    }

    @Test
    void deploy_whenNobodyCanBeAsked_refusesWithoutYes() throws Exception {
        Result run = run("deploy");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("Add --yes");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_withoutCredentials_saysHowToSignIn() throws Exception {
        answers.remove("get-caller-identity");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("No valid AWS credentials", "aws sso login");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_withoutARegion_saysHowToSetIt() throws Exception {
        environment.put("AWS_REGION", "");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("No region is set", "AWS_REGION=");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_toAnAccountWithoutBootstrap_namesTheCommand() throws Exception {
        answers.remove("get-parameter");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("123456789012", "eu-central-1", "Run: ./backplane bootstrap");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_toAnAccountWithAnOldBootstrap_namesTheCommand() throws Exception {
        answers.put("get-parameter", "5");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("version 5, but at least 6 is required", "./backplane bootstrap");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_whenTheDomainWouldChange_refuses() throws Exception {
        answers.put("describe-stack-resources", "my-team");
        answers.put("describe-user-pool-domain", "pool-1");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("'my-team'", "'backplane-dev-123456789012'", "\"domainPrefix\": \"my-team\"");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_whenTheOldDomainWasDeletedByHand_goesOn() throws Exception {
        answers.put("describe-stack-resources", "my-team");
        answers.put("describe-user-pool-domain", "None");

        assertThat(run("deploy", "--yes").status).isZero();
    }

    @Test
    void deploy_toAStageThatDoesNotExist_goesOn() throws Exception {
        answers.remove("describe-stack-resources");
        failure = "Stack with id Backplane-dev-Identity does not exist";

        assertThat(run("deploy", "--yes").status).isZero();
    }

    @Test
    void deploy_whenTheDomainCannotBeRead_refuses() throws Exception {
        answers.remove("describe-stack-resources");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("The domain of stage dev cannot be read: the AWS CLI fails");
        assertNothingDeployed(run);
    }

    @Test
    void deploy_whenTheDomainIsTheSame_goesOn() throws Exception {
        answers.put("describe-stack-resources", "backplane-dev-123456789012");

        assertThat(run("deploy", "--yes").status).isZero();
    }

    @Test
    void deploy_whenItFails_saysThatItCanBeRepeated() throws Exception {
        checkout.write("broken", "");
        Result run = run("deploy", "--yes");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("run the same command again").doesNotContain("https://pool.example");
    }

    @Test
    void bootstrap_preparesTheAccountOfTheCredentials() throws Exception {
        assertThat(run("bootstrap").calls)
                .anySatisfy(call -> assertThat(call).contains("bootstrap aws://123456789012/eu-central-1"));
    }

    @Test
    void region_isForEveryVersionOfTheAwsCli() throws Exception {
        assertThat(run("diff").calls)
                .anySatisfy(
                        call -> assertThat(call).contains("get-caller-identity").endsWith("in eu-central-1"));
    }

    @Test
    void profile_isForTheAwsCliAsWell() throws Exception {
        assertThat(run("diff", "--profile", "ops").calls)
                .anySatisfy(call -> assertThat(call).contains("aws[ops] sts get-caller-identity"))
                .anySatisfy(call -> assertThat(call).contains("diff --app", "--profile ops"));
    }

    @Test
    void profile_afterAnEqualsSign_isForTheAwsCliAsWell() throws Exception {
        assertThat(run("diff", "--profile=ops").calls)
                .anySatisfy(call -> assertThat(call).contains("aws[ops] sts get-caller-identity"))
                .anySatisfy(call -> assertThat(call).contains("diff --app", "--profile=ops"));
    }

    @Test
    void concurrency_afterAnEqualsSign_isGivenOnce() throws Exception {
        assertThat(run("deploy", "--yes", "--concurrency=5").calls)
                .anySatisfy(call -> assertThat(call)
                        .contains("deploy --app", "--concurrency 5")
                        .doesNotContain("--concurrency=", "--concurrency 3"));
        assertThat(run("deploy", "--yes", "--concurrency=x").status).isEqualTo(2);
        assertThat(run("deploy", "--yes", "--concurrency").status).isEqualTo(2);
    }

    @Test
    void destroy_saysWhatStaysAndAsks() throws Exception {
        answers.put("bp-dev-T-", "bp-dev-T-one bp-dev-T-two");
        Result run = run("destroy");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output)
                .contains("stage dev from account 123456789012 in eu-central-1")
                .contains("tables and user pool are kept", "stacks of 2 tenants", "Add --force");
        assertThat(run.calls).noneSatisfy(call -> assertThat(call).contains(" destroy "));
    }

    @Test
    void destroy_withForce_deletesTheStacks() throws Exception {
        Result run = run("destroy", "--force");

        assertThat(run.status).as(run.output).isZero();
        assertThat(run.output).doesNotContain("tenants stay");
        assertThat(run.calls)
                .anySatisfy(call -> assertThat(call).contains("destroy --app").contains("--all --force"));
    }

    @Test
    void destroy_ofProtectedStacks_saysHowToTakeTheProtectionAway() throws Exception {
        answers.put("EnableTerminationProtection", "Backplane-dev-Pool");
        Result run = run("destroy", "--force");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("Backplane-dev-Pool", "--no-enable-termination-protection");
        assertThat(run.calls).noneSatisfy(call -> assertThat(call).contains(" destroy "));
    }

    private static void assertNothingDeployed(Result run) {
        assertThat(run.calls).noneSatisfy(call -> assertThat(call).contains(" deploy "));
    }

    private Result run(String... words) throws IOException {
        StringBuilder cases = new StringBuilder();
        // Specific responses come before those of the general call.
        answers.entrySet().stream()
                .sorted((a, b) -> Boolean.compare(
                        a.getKey().startsWith("describe"), b.getKey().startsWith("describe")))
                .forEach(answer -> cases.append("  *" + answer.getKey() + "*) echo '" + answer.getValue() + "' ;;\n"));
        checkout.script(
                "bin/aws",
                "echo \"aws[${AWS_PROFILE:-}] $* in ${AWS_DEFAULT_REGION:-}\" >> '" + root.resolve("calls")
                        + "'\ncase \"$*\" in\n" + cases + "  *) echo '" + failure + "' >&2; exit 254 ;;\nesac\n");
        Run.Setup setup = checkout.commands();
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            setup = setup.with(variable.getKey(), variable.getValue());
        }
        Run run = setup.run(words);
        return new Result(run.exit(), run.out() + run.err(), checkout.calls());
    }
}
