package dev.backplane.tenants.capacity;

import static dev.backplane.tenants.store.StoreFixture.ACME;

import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.workflow.DeployStackHandler;
import dev.backplane.tenants.workflow.ManageMetadataHandler;
import dev.backplane.tenants.workflow.PlanUpgradeHandler;
import dev.backplane.tenants.workflow.RecordRunHandler;
import dev.backplane.tenants.workflow.StackStatusHandler;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the functions that workflows and stacks invoke. */
final class WorkflowCases {

    private static final String URL =
            "https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/a%3A1?X-Amz-Credential=A%2FB";

    private WorkflowCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(recording(), planning(), deploying(), metadata())
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

    private static List<CapacityCase<Fixture>> recording() {
        String created = ",\"stackId\":\"stack-of-acme\"";
        return List.of(
                row("RecordRun", "a creation begins", fixture -> record(fixture, "BEGIN", "CREATE", "")),
                row("RecordRun", "an update begins", fixture -> record(fixture.ready("1.0.0"), "BEGIN", "UPDATE", "")),
                row("RecordRun", "a deletion begins", fixture -> record(fixture.ready("1.0.0"), "BEGIN", "DELETE", "")),
                row("RecordRun", "superseded", fixture -> {
                    fixture.audit("AUDIT#CREATE", "Started", 7);
                    return record(fixture, "BEGIN", "CREATE", "");
                }),
                row(
                        "RecordRun",
                        "a deletion checks other runs",
                        fixture -> record(fixture.ready("1.0.0"), "CHECK", "DELETE", "")),
                row("RecordRun", "a creation succeeded", fixture -> {
                    begun(fixture, OperationKind.CREATE);
                    fixture.stores.put(StoreFixture.metadataRow(ACME, "1.0.1"));
                    return record(fixture, "SUCCEED", "CREATE", created);
                }),
                row("RecordRun", "an update succeeded", fixture -> {
                    begun(fixture.ready("1.0.0"), OperationKind.UPDATE);
                    return record(fixture, "SUCCEED", "UPDATE", ",\"version\":\"1.0.1\"");
                }),
                row("RecordRun", "a deletion succeeded", fixture -> {
                    begun(fixture, OperationKind.DELETE);
                    return record(fixture, "SUCCEED", "DELETE", "");
                }),
                row("RecordRun", "a run failed", fixture -> {
                    begun(fixture.ready("1.0.0"), OperationKind.UPDATE);
                    return record(fixture, "FAIL", "UPDATE", ",\"failure\":{\"reason\":\"Too long\"}");
                }),
                row("RecordRun", "a new stack failed", fixture -> {
                    begun(fixture, OperationKind.CREATE);
                    return record(
                            fixture,
                            "FAIL",
                            "CREATE",
                            created + ",\"failure\":{\"state\":\"Failed\",\"status\":\"ROLLBACK_COMPLETE\"}");
                }));
    }

    private static void begun(Fixture fixture, OperationKind kind) {
        String sort = "AUDIT#" + kind + (kind == OperationKind.UPDATE ? "#1.0.1" : "");
        fixture.stores.audits.begin(new RunExecution(
                kind,
                Optional.of(ACME),
                1,
                1,
                StackVersion.parse("1.0.1"),
                "execution:" + sort + "-1",
                Optional.empty(),
                Optional.empty()));
    }

    private static Measured record(Fixture fixture, String step, String operation, String more) {
        String sort = "AUDIT#" + operation + (operation.equals("UPDATE") ? "#1.0.1" : "");
        return fixture.functions.run(RecordRunHandler.class, """
                {"step":"%s","operation":"%s","execution":"execution:%s-1","input":{"tenantId":"acme","generation":1,
                 "attempt":1,"version":"1.0.1"},"started":"2026-01-05T00:00:00.000Z",
                 "steps":[{"name":"DeployStack","at":"2026-01-05T00:00:01.000Z"}]%s}""".formatted(step, operation, sort, more));
    }

    private static List<CapacityCase<Fixture>> planning() {
        return List.of(
                row("PlanUpgrade", "page of 500 tenants", fixture -> {
                    fixture.stores.putAll(IntStream.range(1000, 1500)
                            .mapToObj(i -> StoreFixture.metadataRow(TenantId.parse("t" + i), "1.0.0"))
                            .toList());
                    return plan(fixture, "");
                }),
                row("PlanUpgrade", "a tenant", fixture -> {
                    Map<String, String> upgrade =
                            StoreFixture.auditRow(ACME, "AUDIT#UPGRADE", "Started", "1.0.1", 1, 1);
                    upgrade.put("pk", "UPGRADE#1.0.1");
                    fixture.stores.put(upgrade);
                    return plan(fixture.ready("1.0.0"), ",\"tenantId\":\"acme\"");
                }));
    }

    private static Measured plan(Fixture fixture, String more) {
        return fixture.functions.run(PlanUpgradeHandler.class, """
                {"operation":"UPGRADE","execution":"execution:AUDIT#UPGRADE-1","begun":"2026-01-05T00:00:00.000Z",
                 "input":{"version":"1.0.1","attempt":1,"maxConcurrency":3,"toleratedFailures":1}%s}""".formatted(more));
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
}
