package dev.backplane.cli.deploy;

import dev.backplane.cli.build.Programs;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import java.util.Optional;

/** What would make a deployment or a removal fail halfway. */
final class Checks {

    private final Account account;
    private final Stage stage;

    Checks(Account account, Stage stage) {
        this.account = account;
        this.stage = stage;
    }

    /** Checks that the account is prepared for the CDK. */
    void bootstrap() {
        String parameter = stage.inManifest("bootstrapStackVersionSsmParameter");
        String needed = stage.inManifest("requiresBootstrapStackVersion");
        Programs.Result version = account.call(
                "ssm", "get-parameter", "--name", parameter, "--query", "Parameter.Value", "--output", "text");
        if (!version.successful()) {
            throw new Failure(
                    Kind.REFUSED,
                    version.err() + System.lineSeparator() + "Account " + account.id()
                            + " is not prepared for the CDK in " + account.region() + ": " + parameter
                            + " cannot be read. Run: ./backplane bootstrap");
        }
        if (Integer.parseInt(version.out()) < Integer.parseInt(needed)) {
            throw new Failure(
                    Kind.REFUSED,
                    "The CDK bootstrap of account " + account.id() + " in " + account.region() + " has version "
                            + version.out() + ", but at least " + needed + " is required. Run: ./backplane bootstrap");
        }
    }

    /** CloudFormation creates a changed domain before it deletes the old one, but a user pool can have only one. */
    void domain() {
        Optional<String> wanted = stage.domain(account.id());
        if (wanted.isEmpty()) {
            return;
        }
        Programs.Result deployed = account.call(
                "cloudformation",
                "describe-stack-resources",
                "--stack-name",
                stage.identityStack(),
                "--output",
                "text",
                "--query",
                "StackResources[?ResourceType=='AWS::Cognito::UserPoolDomain'"
                        + " && ResourceStatus!='DELETE_COMPLETE'].PhysicalResourceId");
        if (!deployed.successful()) {
            if (deployed.err().contains("does not exist")) {
                return;
            }
            throw new Failure(
                    Kind.REFUSED, "The domain of stage " + stage.name() + " cannot be read: " + deployed.err());
        }
        if (!deployed.out().isEmpty() && !deployed.out().equals(wanted.get()) && hasPool(deployed.out())) {
            throw new Failure(Kind.REFUSED, changed(deployed.out(), wanted.get()));
        }
    }

    /** The domain may have been deleted on purpose, so that the new one can be created. */
    private boolean hasPool(String domain) {
        Programs.Result pool = account.call(
                "cognito-idp",
                "describe-user-pool-domain",
                "--domain",
                domain,
                "--output",
                "text",
                "--query",
                "DomainDescription.UserPoolId");
        if (!pool.successful()) {
            throw new Failure(
                    Kind.REFUSED, "The domain '" + domain + "' of stage " + stage.name() + " cannot be read.");
        }
        return !pool.out().equals("None");
    }

    private String changed(String deployed, String wanted) {
        return "Stage " + stage.name() + " has the domain '" + deployed + "', and domainPrefix would change it to '"
                + wanted + "'. CloudFormation cannot do that: it creates the new domain first, but a user pool can have"
                + " only one. Keep the domain with \"domainPrefix\": \"" + deployed + "\" in cdk.json, or see 'Change"
                + " the domain' in docs/deploying.md.";
    }

    /** Checks that no stack is protected against deletion. */
    void deletable() {
        String stacks = account.text(
                "cloudformation",
                "describe-stacks",
                "--output",
                "text",
                "--query",
                "Stacks[?starts_with(StackName, 'Backplane-" + stage.name()
                        + "-') && EnableTerminationProtection].StackName");
        if (!stacks.isEmpty()) {
            throw new Failure(
                    Kind.REFUSED,
                    "Protected against deletion: " + String.join(" ", stacks.split("\\s+"))
                            + ". First remove the protection of each: aws cloudformation update-termination-protection"
                            + " --no-enable-termination-protection --stack-name NAME");
        }
    }

    /** Returns how many tenants have a stack. */
    int tenants() {
        String stacks = account.text(
                "cloudformation",
                "describe-stacks",
                "--output",
                "text",
                "--query",
                "Stacks[?starts_with(StackName, 'bp-" + stage.name() + "-T-')].StackName");
        return stacks.isEmpty() ? 0 : stacks.split("\\s+").length;
    }
}
