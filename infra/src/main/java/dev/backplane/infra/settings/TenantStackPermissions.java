package dev.backplane.infra.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What tenants' stacks may do besides managing their queue and its alarm, for a template of the operator.
 *
 * @param capability what CloudFormation requires for a template with IAM resources
 * @param statements the further permissions of the role with which CloudFormation deploys the stacks
 */
public record TenantStackPermissions(Optional<String> capability, List<Statement> statements) {

    /** The placeholder for the beginning of the names of all tenants' stacks. */
    public static final String STACK_PREFIX = "${StackPrefix}";

    private static final String NAME = "stackRole";
    private static final String STATEMENTS = "statements";
    private static final Pattern CAPABILITY = Pattern.compile("CAPABILITY_IAM|CAPABILITY_NAMED_IAM");
    private static final Pattern ACTION = Pattern.compile("[a-z0-9-]{1,40}:[A-Za-z0-9]{1,64}");
    private static final Pattern READING = Pattern.compile("[a-z0-9-]+:(Describe|Get|List).*");

    /**
     * Allowed actions on resources.
     *
     * @param resources ARNs with placeholders
     */
    public record Statement(List<String> actions, List<String> resources) {

        public Statement {
            actions = List.copyOf(actions);
            resources = List.copyOf(resources);
        }
    }

    public TenantStackPermissions {
        statements = List.copyOf(statements);
    }

    static TenantStackPermissions read(ContextReader tenants) {
        ContextReader reader = tenants.object(NAME, List.of("capability", STATEMENTS));
        List<Statement> statements = new ArrayList<>();
        reader.objects(STATEMENTS, List.of("actions", "resources")).forEach(entry -> {
            Statement statement = new Statement(entry.texts("actions"), entry.texts("resources"));
            entry.require(
                    !statement.actions().isEmpty()
                            && statement.actions().stream()
                                    .allMatch(action -> ACTION.matcher(action).matches()),
                    "actions",
                    "must be a list of actions without wildcards, such as dynamodb:CreateTable");
            entry.require(
                    !statement.resources().isEmpty()
                            && statement.resources().stream().allMatch(resource -> isAllowed(resource, statement)),
                    "resources",
                    "must be a list of ARNs, such as arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}"
                            + ":table/" + STACK_PREFIX + "-*; * only for actions that read, and for actions of iam only"
                            + " ARNs with " + STACK_PREFIX + "-");
            statements.add(statement);
        });
        return new TenantStackPermissions(reader.text("capability", CAPABILITY), statements);
    }

    // A role that may change any role of the account could give itself every permission.
    private static boolean isAllowed(String resource, Statement statement) {
        if (resource.equals("*")) {
            return statement.actions().stream()
                    .allMatch(action -> READING.matcher(action).matches());
        }
        return resource.startsWith("arn:")
                && (resource.contains(STACK_PREFIX + "-")
                        || statement.actions().stream().noneMatch(action -> action.startsWith("iam:")));
    }

    /** Returns whether an action of a service is allowed. */
    public boolean includes(String service) {
        return statements.stream()
                .flatMap(statement -> statement.actions().stream())
                .anyMatch(action -> action.startsWith(service + ":"));
    }
}
