package dev.backplane.tenants.workflow;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StackStatusHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with();

    private FakeAws aws;
    private StackStatusHandler handler;

    @BeforeEach
    void open() {
        aws = new FakeAws(DYNAMO);
        handler = new StackStatusHandler(
                aws.platform(Map.of(TenantsSettings.TENANT_STACK_PREFIX, "t")).platform());
    }

    private String status(String operation) {
        return Invoke.with(
                handler, "{\"operation\":\"" + operation + "\",\"tenantId\":\"acme\",\"stackId\":\"stack-1\"}");
    }

    private static String event(String id, String physicalId, String status, String reason) {
        return "<member><StackId>stack-1</StackId><EventId>e</EventId><StackName>t-acme</StackName><LogicalResourceId>"
                + id + "</LogicalResourceId><PhysicalResourceId>" + physicalId + "</PhysicalResourceId><ResourceStatus>"
                + status + "</ResourceStatus><ResourceStatusReason>" + reason + "</ResourceStatusReason></member>";
    }

    @Test
    void status_ofAStackThatIsDone_isSuccess() {
        aws.stacks.describe("CREATE_COMPLETE", "acme", "1.0.0");
        assertThatJson(status("CREATE")).isEqualTo("{state:'Succeeded',status:'CREATE_COMPLETE',stackId:'stack-1'}");
        assertThat(aws.stacks.requests("DescribeStacks").getFirst()).containsEntry("StackName", "stack-1");
    }

    @Test
    void status_ofAStackThatIsBeingRolledBack_isInProgress() {
        aws.stacks.describe("DELETE_IN_PROGRESS", "acme", "1.0.0");
        assertThatJson(status("CREATE")).node("state").isEqualTo("InProgress");
    }

    @Test
    void status_ofAStackThatFailed_hasTheFirstReasonOfTheLatestOperation() {
        aws.stacks
                .describe("UPDATE_ROLLBACK_COMPLETE", "acme", "1.0.0")
                .answer(
                        "DescribeStackEvents",
                        "<StackEvents>"
                                + event("t-acme", "stack-1", "UPDATE_ROLLBACK_COMPLETE", "")
                                + event("Alarm", "a", "UPDATE_FAILED", "Resource update cancelled")
                                + "</StackEvents><NextToken>more</NextToken>")
                .answer(
                        "DescribeStackEvents",
                        "<StackEvents>"
                                + event("Queue", "q", "UPDATE_FAILED", "Too long")
                                + event("t-acme", "stack-1", "UPDATE_IN_PROGRESS", "User Initiated")
                                + event("Queue", "q", "CREATE_FAILED", "of long ago")
                                + "</StackEvents><NextToken>yet-more</NextToken>");

        assertThatJson(status("UPDATE"))
                .isEqualTo("{state:'Failed',status:'UPDATE_ROLLBACK_COMPLETE',stackId:'stack-1',"
                        + "reason:'Queue: Too long'}");
        assertThat(aws.stacks.requests("DescribeStackEvents").getLast()).containsEntry("NextToken", "more");
    }

    @Test
    void status_ofAStackThatFailedWithoutAWord_isItsStatus() {
        aws.stacks
                .describe("ROLLBACK_COMPLETE", "acme", "1.0.0")
                .answer("DescribeStackEvents", "<StackEvents></StackEvents>");
        assertThatJson(status("CREATE")).node("reason").isEqualTo("The stack is in ROLLBACK_COMPLETE.");
    }

    @Test
    void status_ofAStackThatIsNotThere_isAFailureForAllButADeletion() {
        aws.stacks.describeNone().describeNone().describeNone();
        assertThatJson(status("DELETE")).isEqualTo("{state:'Succeeded',status:'DELETE_COMPLETE'}");
        for (String operation : new String[] {"CREATE", "UPDATE"}) {
            assertThatJson(status(operation))
                    .isEqualTo("{state:'Failed',status:'DELETE_COMPLETE',"
                            + "reason:'The tenant\\'s stack does not exist.'}");
        }
    }

    @Test
    void status_beforeADeletion_findsTheStackByItsName() {
        aws.stacks.describe("CREATE_COMPLETE", "acme", "1.0.0");
        assertThatJson(Invoke.with(handler, "{\"operation\":\"DELETE\",\"tenantId\":\"acme\"}"))
                .isEqualTo("{state:'Present',status:'CREATE_COMPLETE',stackId:'stack-1'}");
        assertThat(aws.stacks.requests("DescribeStacks").getFirst()).containsEntry("StackName", "t-acme");
    }

    @Test
    void status_ofSomebodyElsesStack_isAFailure() {
        aws.stacks.describe("CREATE_COMPLETE", "other", "1.0.0");
        assertThatJson(status("DELETE")).node("state").isEqualTo("Failed");
    }
}
