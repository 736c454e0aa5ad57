package dev.backplane.tenants.capacity;

import static dev.backplane.tenants.store.StoreFixture.ACME;

import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.events.ExecutionWatcherHandler;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.workflow.DeployStackHandler;
import dev.backplane.tenants.workflow.ManageMetadataHandler;
import dev.backplane.tenants.workflow.StackStatusHandler;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rows of the functions that workflows, stacks and queues invoke. */
final class WorkflowCases {

    private static final String URL =
            "https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/a%3A1?X-Amz-Credential=A%2FB";

    private WorkflowCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(deploying(), metadata(), watching())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> deploying() {
        return List.of(
                row("DeployStack", "creates a stack", fixture -> {
                    fixture.aws.stacks.answer("CreateStack", "<StackId>stack-1</StackId>");
                    return create(fixture);
                }),
                row("DeployStack", "adopts an existing stack", fixture -> {
                    fixture.aws
                            .stacks
                            .refuse("CreateStack", 400, "AlreadyExistsException", "Stack [t-acme] already exists")
                            .describe("CREATE_COMPLETE", "acme", "1.0.1")
                            .answer("UpdateStack", "<StackId>stack-1</StackId>");
                    return create(fixture);
                }),
                row("DeployStack", "updates a stack", fixture -> {
                    fixture.ready("1.0.0").audit("AUDIT#UPDATE#1.0.1", "Started", 1);
                    fixture.aws
                            .stacks
                            .describe("CREATE_COMPLETE", "acme", "1.0.0")
                            .answer("UpdateStack", "<StackId>stack-1</StackId>");
                    return deploy(fixture, "UPDATE", "execution:AUDIT#UPDATE#1.0.1-1");
                }),
                row("StackStatus", "complete or in progress", fixture -> {
                    fixture.aws.stacks.describe("CREATE_COMPLETE", "acme", "1.0.1");
                    return status(fixture);
                }),
                row("StackStatus", "failed, for a reason among the first events", fixture -> {
                    fixture.aws
                            .stacks
                            .describe("ROLLBACK_COMPLETE", "acme", "1.0.1")
                            .answer("DescribeStackEvents", failure());
                    return status(fixture);
                }));
    }

    private static Measured create(Fixture fixture) {
        fixture.audit("AUDIT#CREATE", "Started", 1);
        return deploy(fixture, "CREATE", "execution:AUDIT#CREATE-1");
    }

    private static Measured deploy(Fixture fixture, String operation, String execution) {
        return fixture.functions.run(DeployStackHandler.class, """
                {"operation":"%s","tenantId":"acme","generation":1,"version":"1.0.1","execution":"%s"}""".formatted(operation, execution));
    }

    private static Measured status(Fixture fixture) {
        return fixture.functions.run(
                StackStatusHandler.class, "{\"operation\":\"CREATE\",\"tenantId\":\"acme\",\"stackId\":\"stack-1\"}");
    }

    private static String failure() {
        return "<StackEvents>" + event("Queue", "CREATE_FAILED", "Too long")
                + event("t-acme", "CREATE_IN_PROGRESS", "User Initiated") + "</StackEvents>";
    }

    private static String event(String id, String status, String reason) {
        return "<member><StackId>stack-1</StackId><EventId>e</EventId><StackName>t-acme</StackName><LogicalResourceId>"
                + id + "</LogicalResourceId><PhysicalResourceId>" + (id.equals("t-acme") ? "stack-1" : "q")
                + "</PhysicalResourceId><ResourceStatus>" + status + "</ResourceStatus><ResourceStatusReason>" + reason
                + "</ResourceStatusReason></member>";
    }

    private static List<CapacityCase<Fixture>> metadata() {
        return List.of(
                row(
                        "ManageMetadata",
                        "Create",
                        fixture -> manage(fixture.audit("AUDIT#CREATE", "Started", 1), "Create")),
                row("ManageMetadata", "Create, after a deleted stack", fixture -> {
                    fixture.ready("1.0.0").audit("AUDIT#CREATE", "Started", 1);
                    fixture.stores.put(StoreFixture.rowOfAnotherStack(ACME));
                    fixture.aws.stacks.describeNone();
                    return manage(fixture, "Create");
                }),
                row(
                        "ManageMetadata",
                        "Create, too late",
                        fixture -> manage(fixture.audit("AUDIT#CREATE", "Failure", 1), "Create")),
                row("ManageMetadata", "Update", fixture -> {
                    fixture.ready("1.0.0").audit("AUDIT#CREATE", "Started", 1);
                    fixture.aws.stacks.describe("UPDATE_IN_PROGRESS", "acme", "1.0.1");
                    return manage(fixture, "Update");
                }),
                row("ManageMetadata", "Update, rolled back", fixture -> {
                    fixture.aws.stacks.describe("UPDATE_ROLLBACK_IN_PROGRESS", "acme", "1.0.1");
                    return manage(fixture.ready("1.0.0"), "Update");
                }),
                row("ManageMetadata", "Delete", fixture -> manage(fixture.ready("1.0.0"), "Delete")));
    }

    private static Measured manage(Fixture fixture, String type) {
        Map<String, String> row = StoreFixture.metadataRow(ACME, "1.0.1");
        return fixture.functions.run(ManageMetadataHandler.class, """
                {"RequestType":"%s","ResponseURL":"%s","StackId":"stack-of-acme","RequestId":"request-1",
                 "ResourceType":"Custom::TenantRecord","LogicalResourceId":"TenantRecord","ServiceToken":"f",
                 "PhysicalResourceId":"tenant-acme",
                 "ResourceProperties":{"ServiceToken":"f","ServiceTimeout":"120","TenantId":"acme",
                 "Execution":"execution:AUDIT#CREATE-1","StackVersion":"1.0.1","InboundQueueArn":"%s","InboundQueueUrl":"%s"}}""".formatted(
                        type, URL, row.get("InboundQueueArn"), row.get("InboundQueueUrl")));
    }

    private static List<CapacityCase<Fixture>> watching() {
        return List.of(
                row(
                        "ExecutionWatcher",
                        "a run that ended abnormally",
                        fixture -> watch(fixture.audit("AUDIT#CREATE", "Started", 1))),
                row(
                        "ExecutionWatcher",
                        "a run that recorded its own end",
                        fixture -> watch(fixture.audit("AUDIT#CREATE", "Success", 1))));
    }

    private static Measured watch(Fixture fixture) {
        String input = "{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.1\"}";
        String event =
                "{\"source\":\"aws.states\",\"detail-type\":\"Step Functions Execution Status Change\",\"detail\":"
                        + "{\"executionArn\":\"execution:AUDIT#CREATE-1\",\"stateMachineArn\":\"create\",\"input\":"
                        + new Text(input).compact() + ",\"status\":\"ABORTED\",\"error\":null,\"cause\":null}}";
        return fixture.functions.deliver(
                ExecutionWatcherHandler.class,
                "{\"Records\":[{\"messageId\":\"m-1\",\"body\":" + new Text(event).compact() + "}]}");
    }
}
