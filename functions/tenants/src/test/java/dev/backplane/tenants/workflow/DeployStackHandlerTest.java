package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;

class DeployStackHandlerTest {

    private static final String PARAMETERS = "TenantId,StackVersion,Execution,MetadataFunctionArn";
    private static final String SETTLING = "{outcome:'settling',stackId:'stack-1',status:'%s'}";
    private static final String DEPLOYING = "{outcome:'deploying',stackId:'stack-1',version:'1.0.0'}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private DeployStackHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        handler = new DeployStackHandler(aws.platform(Map.of(
                        TenantsSettings.TENANT_TABLE, stores.table(),
                        TenantsSettings.TENANT_STACK_VERSION, "1.0.0",
                        TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json",
                        TenantsSettings.TENANT_STACK_PREFIX, "t",
                        TenantsSettings.TENANT_STACK_ROLE, "role",
                        TenantsSettings.METADATA_FUNCTION, "function",
                        TenantsSettings.TENANT_DLQ, "dlq",
                        TenantsSettings.TENANT_STACK_PARAMETERS, PARAMETERS))
                .platform());
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
    }

    private String deploy(String operation, String execution) {
        return Invoke.with(handler, """
                {"operation":"%s","tenantId":"acme","generation":1,"version":"1.0.0","execution":"%s"}""".formatted(operation, execution));
    }

    private String create() {
        return deploy("CREATE", "execution:AUDIT#CREATE-1");
    }

    private String update() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "0.9.0", 1, 1));
        stores.put(metadataRow(ACME, "0.9.0"));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.0", "Started", "1.0.0", 1, 2));
        return deploy("UPDATE", "execution:AUDIT#UPDATE#1.0.0-2");
    }

    private FakeAws exists() {
        aws.stacks.refuse("CreateStack", 400, "AlreadyExistsException", "Stack [t-acme] already exists");
        return aws;
    }

    @Test
    void create_makesTheStackWithEverythingItNeeds() {
        aws.stacks.answer("CreateStack", "<StackId>stack-1</StackId>");

        assertThatJson(create()).isEqualTo(DEPLOYING);
        assertThat(aws.stacks.requests("CreateStack").getFirst())
                .containsEntry("StackName", "t-acme")
                .containsEntry("TemplateURL", "https://bucket/template.json")
                .containsEntry("RoleARN", "role")
                .containsEntry("OnFailure", "DELETE")
                .containsEntry("ClientRequestToken", "AUDIT#CREATE-1-create")
                .containsEntry("Parameters.member.1.ParameterKey", "TenantId")
                .containsEntry("Parameters.member.1.ParameterValue", "acme")
                .containsEntry("Parameters.member.2.ParameterKey", "StackVersion")
                .containsEntry("Parameters.member.2.ParameterValue", "1.0.0")
                .containsEntry("Parameters.member.3.ParameterKey", "Execution")
                .containsEntry("Parameters.member.3.ParameterValue", "execution:AUDIT#CREATE-1")
                .containsEntry("Parameters.member.4.ParameterKey", "MetadataFunctionArn")
                .containsEntry("Parameters.member.4.ParameterValue", "function")
                .containsEntry("Tags.member.1.Key", "TenantId")
                .containsEntry("Tags.member.1.Value", "acme")
                .containsEntry("Tags.member.2.Key", "Generation")
                .containsEntry("Tags.member.2.Value", "1");
    }

    /** A request of an execution whose definition a deployment has replaced. */
    @Test
    void create_forARunOfAnotherRelease_deploysTheDefinitionOfThisFunction() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "0.9.0", 1, 1));
        aws.stacks.answer("CreateStack", "<StackId>stack-1</StackId>");

        assertThatJson(Invoke.with(handler, """
                {"operation":"CREATE","tenantId":"acme","generation":1,"version":"0.9.0",
                 "templateUrl":"https://bucket/previous.json","execution":"execution:AUDIT#CREATE-1"}""")).isEqualTo(DEPLOYING);
        assertThat(aws.stacks.requests("CreateStack").getFirst())
                .containsEntry("TemplateURL", "https://bucket/template.json")
                .containsEntry("Parameters.member.2.ParameterValue", "1.0.0");
    }

    @Test
    void create_whoseTokenCloudFormationKnows_waits() {
        aws.stacks
                .describeNone()
                .refuse(
                        "CreateStack",
                        400,
                        "TokenAlreadyExistsException",
                        "Token AUDIT#CREATE-1-create already exists");
        assertThatJson(create()).isEqualTo("{outcome:'settling'}");
    }

    @Test
    void create_whoseTokenCloudFormationKnows_adoptsTheStackThatItCreated() {
        aws.stacks
                .describe("CREATE_COMPLETE", "acme", "1.0.0")
                .refuse("UpdateStack", 400, "ValidationError", "No updates are to be performed.")
                .refuse("CreateStack", 400, "TokenAlreadyExistsException", "Token x already exists");
        assertThatJson(create())
                .isEqualTo("{outcome:'unchanged',stackId:'stack-1',status:'CREATE_COMPLETE',version:'1.0.0'}");
    }

    @Test
    void update_whoseTokenCloudFormationKnows_waits() {
        aws.stacks
                .describe("CREATE_COMPLETE", "acme", "0.9.0")
                .describe("CREATE_COMPLETE", "acme", "0.9.0")
                .refuse("UpdateStack", 400, "TokenAlreadyExistsException", "Token x already exists");
        assertThatJson(update()).isEqualTo(SETTLING.formatted("CREATE_COMPLETE"));
    }

    @Test
    void update_whoseTokenCloudFormationKnows_isDoneWhenTheStackHasTheVersion() {
        aws.stacks
                .describe("UPDATE_COMPLETE", "acme", "0.9.0")
                .describe("UPDATE_COMPLETE", "acme", "1.0.0")
                .refuse("UpdateStack", 400, "TokenAlreadyExistsException", "Token x already exists");
        assertThatJson(update())
                .isEqualTo("{outcome:'unchanged',stackId:'stack-1',status:'UPDATE_COMPLETE',version:'1.0.0'}");
    }

    @Test
    void create_whereTheStackIsThere_adoptsIt() {
        exists().stacks
                .describe("CREATE_COMPLETE", "acme", "1.0.0")
                .refuse("UpdateStack", 400, "ValidationError", "No updates are to be performed.");
        assertThatJson(create())
                .isEqualTo("{outcome:'unchanged',stackId:'stack-1',status:'CREATE_COMPLETE',version:'1.0.0'}");
    }

    /** The row may be lost, and only the stack writes it. */
    @Test
    void create_whereAnotherRunDeployedTheStack_hasItWriteTheRowAgain() {
        exists().stacks
                .describe("CREATE_COMPLETE", "acme", "1.0.0")
                .answer("UpdateStack", "<StackId>stack-1</StackId>");
        assertThatJson(create()).isEqualTo(DEPLOYING);
    }

    @Test
    void create_whereTheStackHasAnotherVersion_updatesIt() {
        exists().stacks
                .describe("UPDATE_ROLLBACK_COMPLETE", "acme", "0.9.0")
                .answer("UpdateStack", "<StackId>stack-1</StackId>");
        assertThatJson(create()).isEqualTo(DEPLOYING);
        assertThat(aws.stacks.requests("UpdateStack").getFirst())
                .containsEntry("StackName", "stack-1")
                .containsEntry("ClientRequestToken", "AUDIT#CREATE-1-update")
                .containsEntry("Parameters.member.2.ParameterValue", "1.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ROLLBACK_COMPLETE", "CREATE_FAILED", "ROLLBACK_FAILED", "DELETE_FAILED"})
    void create_whereAnEarlierRunLeftSomething_takesItAwayFirst(String status) {
        exists().stacks.describe(status, "acme", "1.0.0").answer("DeleteStack", "");
        assertThatJson(create()).isEqualTo(SETTLING.formatted(status));
        assertThat(aws.stacks.requests("DeleteStack").getFirst())
                .containsEntry("StackName", "stack-1")
                .containsEntry("RoleARN", "role");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE_IN_PROGRESS", "DELETE_IN_PROGRESS", "ROLLBACK_IN_PROGRESS"})
    void create_whereTheStackIsBeingWorkedOn_waits(String status) {
        exists().stacks.describe(status, "acme", "1.0.0");
        assertThatJson(create()).isEqualTo(SETTLING.formatted(status));
    }

    @Test
    void create_whereTheStackHasJustGone_triesAgain() {
        exists().stacks.describeNone();
        assertThatJson(create()).isEqualTo("{outcome:'settling'}");
    }

    @Test
    void create_whereTheNameIsSomebodyElses_fails() {
        exists().stacks.describe("ROLLBACK_COMPLETE", "other", "1.0.0");
        assertThatJson(create()).node("outcome").isEqualTo("failed");
        assertThat(aws.stacks.actions()).containsExactly("CreateStack", "DescribeStacks");
    }

    @Test
    void create_whereTheStackCannotBeUpdated_fails() {
        exists().stacks.describe("REVIEW_IN_DOUBT", "acme", "0.9.0");
        assertThatJson(create())
                .isEqualTo("{outcome:'failed',"
                        + "reason:'The tenant\\'s stack is in REVIEW_IN_DOUBT and cannot be updated.'}");
    }

    @Test
    void update_whereTheRollbackOfAnEarlierOneFailed_takesItUpAgainFirst() {
        aws.stacks.describe("UPDATE_ROLLBACK_FAILED", "acme", "0.9.0").answer("ContinueUpdateRollback", "");
        assertThatJson(update()).isEqualTo(SETTLING.formatted("UPDATE_ROLLBACK_FAILED"));
        assertThat(aws.stacks.requests("ContinueUpdateRollback").getFirst())
                .containsEntry("StackName", "stack-1")
                .containsEntry("RoleARN", "role")
                .containsEntry("ClientRequestToken", "AUDIT#UPDATE#1.0.0-2-continue");
    }

    @Test
    void create_whereTheRollbackOfAnUpdateFailed_takesItUpAgainFirst() {
        exists().stacks.describe("UPDATE_ROLLBACK_FAILED", "acme", "1.0.0").answer("ContinueUpdateRollback", "");
        assertThatJson(create()).isEqualTo(SETTLING.formatted("UPDATE_ROLLBACK_FAILED"));
    }

    @Test
    void create_thatCloudFormationFindsWrong_failsWithItsWords() {
        aws.stacks.refuse("CreateStack", 400, "LimitExceededException", "Limit for stacks has been exceeded");
        assertThatJson(create())
                .isEqualTo(
                        "{outcome:'failed',reason:'CloudFormation rejected the request: Limit for stacks has been exceeded'}");
    }

    @Test
    void create_thatIsNotAllowed_waits_asTheRoleMayBeOfTheNextDeployment_andTellsNoDetails() {
        aws.stacks.refuse("CreateStack", 403, "AccessDenied", "User arn:secret is not authorized");
        assertThatJson(create())
                .isEqualTo("{outcome:'settling',reason:'CloudFormation rejected the request: AccessDenied'}");
    }

    @Test
    void create_whenThrottled_failsTheCall_soThatItIsTriedAgain() {
        for (int tries = 0; tries < 8; tries++) {
            aws.stacks.refuse("CreateStack", 400, "Throttling", "Rate exceeded");
        }
        assertThatThrownBy(this::create).isInstanceOf(CloudFormationException.class);
    }

    @Test
    void create_onceTheTenantIsBeingDeleted_makesNothing() {
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.0", 1, 1));
        assertThatJson(create()).isEqualTo("{outcome:'deleting',reason:'The tenant is being deleted.'}");
        assertThat(aws.stacks.actions()).isEmpty();
    }

    @Test
    void create_byARunThatAnotherHasFollowed_makesNothing() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 2));
        assertThatJson(create()).isEqualTo("{outcome:'failed',reason:'Another run has taken over.'}");
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Failure", "1.0.0", 1, 1));
        assertThatJson(create()).node("outcome").isEqualTo("failed");
        assertThat(aws.stacks.actions()).isEmpty();
    }

    @Test
    void update_changesTheStack() {
        aws.stacks.describe("CREATE_COMPLETE", "acme", "0.9.0").answer("UpdateStack", "<StackId>stack-1</StackId>");
        assertThatJson(update()).isEqualTo(DEPLOYING);
    }

    @Test
    void update_whereNothingIsToBeChanged_isDone() {
        aws.stacks
                .describe("UPDATE_COMPLETE", "acme", "1.0.0")
                .refuse("UpdateStack", 400, "ValidationError", "No updates are to be performed.");
        assertThatJson(update())
                .isEqualTo("{outcome:'unchanged',stackId:'stack-1',status:'UPDATE_COMPLETE',version:'1.0.0'}");
    }

    @Test
    void update_whereSomebodyWasFaster_waits() {
        aws.stacks
                .describe("UPDATE_COMPLETE", "acme", "1.0.0")
                .refuse(
                        "UpdateStack",
                        400,
                        "ValidationError",
                        "Stack:stack-1 is in UPDATE_IN_PROGRESS state and can not be updated.");
        assertThatJson(update()).isEqualTo(SETTLING.formatted("UPDATE_COMPLETE"));
        aws.stacks.describe("UPDATE_IN_PROGRESS", "acme", "1.0.0");
        assertThatJson(update()).isEqualTo(SETTLING.formatted("UPDATE_IN_PROGRESS"));
    }

    @Test
    void update_ofAStackThatIsGone_fails() {
        aws.stacks.describeNone();
        assertThatJson(update()).isEqualTo("{outcome:'failed',reason:'The tenant\\'s stack does not exist.'}");
    }

    @Test
    void update_ofSomebodyElsesStack_fails() {
        aws.stacks.describe("CREATE_COMPLETE", "other", "1.0.0");
        assertThatJson(update()).node("outcome").isEqualTo("failed");
    }

    @Test
    void update_byARunThatIsNotAtWork_changesNothing() {
        assertThatJson(deploy("UPDATE", "execution:AUDIT#UPDATE#1.0.0-2"))
                .node("outcome")
                .isEqualTo("failed");
        assertThat(aws.stacks.actions()).isEmpty();
    }

    @Test
    void create_forASuspendedTenant_deploysNothing() {
        suspend();
        assertThatJson(create()).isEqualTo("{outcome:'failed',reason:'The tenant is suspended.'}");
    }

    @Test
    void update_ofASuspendedTenant_isDeployed() {
        suspend();
        aws.stacks.describe("CREATE_COMPLETE", "acme", "0.9.0").answer("UpdateStack", "<StackId>stack-1</StackId>");
        assertThatJson(update()).isEqualTo(DEPLOYING);
    }

    private void suspend() {
        stores.suspensions.suspend(ACME, new Cause(Actor.user("ann@example.com"), Optional.of("unpaid")));
    }
}
