package dev.backplane.local.cloudformation;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.aws.QueryForm;
import dev.backplane.local.aws.QueryXml;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The CloudFormation endpoint. */
final class CloudFormationService implements AwsService {

    private static final String NAMESPACE = "http://cloudformation.amazonaws.com/doc/2010-05-15/";
    private static final Set<String> OF_EVERY_CALL = Set.of("Action", "Version");
    private static final String STACK_NAME = "StackName";
    private static final String ROLE = "RoleARN";

    /** The known parameters of each operation. */
    private static final Map<String, Set<String>> PARAMETERS = Map.of(
            "CreateStack",
            Set.of(
                    STACK_NAME,
                    "TemplateBody",
                    "TemplateURL",
                    "Parameters",
                    "Tags",
                    ROLE,
                    "OnFailure",
                    "ClientRequestToken",
                    "Capabilities"),
            "UpdateStack",
            Set.of(
                    STACK_NAME,
                    "TemplateBody",
                    "TemplateURL",
                    "UsePreviousTemplate",
                    "Parameters",
                    "Tags",
                    ROLE,
                    "ClientRequestToken",
                    "Capabilities"),
            "ContinueUpdateRollback",
            Set.of(STACK_NAME, ROLE, "ClientRequestToken"),
            "DeleteStack",
            Set.of(STACK_NAME, ROLE, "ClientRequestToken"),
            "DescribeStacks",
            Set.of(STACK_NAME, "NextToken"),
            "DescribeStackEvents",
            Set.of(STACK_NAME, "NextToken"),
            "GetTemplate",
            Set.of(STACK_NAME, "TemplateStage"));

    private final StackRegistry registry;
    private final StackCommands commands;
    private final StackQueries queries;

    CloudFormationService(StackRegistry registry, StackCommands commands) {
        this.registry = registry;
        this.commands = commands;
        this.queries = new StackQueries(registry);
    }

    @Override
    public List<String> hosts() {
        return List.of("cloudformation." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        if (!PARAMETERS.containsKey(request.action())) {
            return Optional.empty();
        }
        QueryForm form = request.form();
        Map<String, String> conditionKeys = new HashMap<>();
        form.text(ROLE).ifPresent(arn -> conditionKeys.put("cloudformation:RoleArn", arn));
        form.text("TemplateURL").ifPresent(url -> conditionKeys.put("cloudformation:TemplateUrl", url));
        List<AccessRequest> accesses = new ArrayList<>();
        accesses.add(new AccessRequest("cloudformation:" + request.action(), resource(form), conditionKeys));
        if (!form.structures("Tags").isEmpty()) {
            conditionKeys.put("cloudformation:CreateAction", request.action());
            accesses.add(new AccessRequest("cloudformation:TagResource", resource(form), conditionKeys));
        }
        form.text(ROLE)
                .ifPresent(arn -> accesses.add(AccessRequest.passRole(arn, StackCommands.CLOUD_FORMATION.value())));
        return Optional.of(accesses);
    }

    private String resource(QueryForm form) {
        return form.text(STACK_NAME)
                .map(name -> name.startsWith("arn:")
                        ? name
                        : registry.find(name)
                                .map(stack -> stack.now().id())
                                .orElse(Account.arn("cloudformation", "stack/" + name + "/*")))
                .orElse("*");
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        Set<String> known = PARAMETERS.get(request.action());
        if (known == null) {
            return notOffered(request);
        }
        Set<String> unknown = new TreeSet<>(request.form().names());
        unknown.removeAll(known);
        unknown.removeAll(OF_EVERY_CALL);
        if (!unknown.isEmpty()) {
            return failed(
                    400, "ValidationError", "The local cloud does not support " + unknown + " of " + request.action());
        }
        try {
            return AwsResponses.xml(
                    200, QueryXml.answer(NAMESPACE, request.action(), xml -> tell(request, xml), requestId()));
        } catch (StackException refused) {
            return failed(400, refused.code(), refused.reason());
        }
    }

    private void tell(AwsRequest request, QueryXml xml) {
        switch (request.action()) {
            case "CreateStack" -> xml.text("StackId", commands.create(request));
            case "UpdateStack" -> xml.text("StackId", commands.update(request));
            case "ContinueUpdateRollback" -> commands.continueRollback(request);
            case "DeleteStack" -> commands.delete(request);
            case "DescribeStacks" -> queries.describe(request.form(), xml);
            case "DescribeStackEvents" -> queries.events(request.form(), xml);
            case "GetTemplate" -> queries.template(request.form(), xml);
            default -> throw new IllegalStateException(request.action() + " is known but not offered");
        }
    }

    @Override
    public HttpExecuteResponse notOffered(AwsRequest request) {
        return failed(400, "InvalidAction", AwsResponses.notOfferedMessage(request));
    }

    @Override
    public HttpExecuteResponse denied(Denial denial) {
        return failed(403, "AccessDenied", denial.message());
    }

    @Override
    public HttpExecuteResponse failed(int status, String code, String message) {
        return AwsResponses.xml(status, QueryXml.error(NAMESPACE, code, message, requestId()));
    }

    private static String requestId() {
        return UUID.randomUUID().toString();
    }
}
