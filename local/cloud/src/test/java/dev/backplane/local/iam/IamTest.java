package dev.backplane.local.iam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IamTest {

    private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/Things";

    @TempDir
    private Path folder;

    @Test
    void check_whenAnActionAndResourceMatch_allows() {
        Iam iam = withStatements("[{Effect: Allow, Action: 'dynamodb:GetItem', Resource: '%s'}]".formatted(TABLE));

        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:GetItem", TABLE)))
                .isEmpty();
    }

    @Test
    void check_whenNothingAllows_saysItInTheWordsOfAws() {
        Iam iam = withStatements("[{Effect: Allow, Action: 'dynamodb:GetItem', Resource: '%s'}]".formatted(TABLE));

        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:PutItem", TABLE)))
                .get()
                .extracting(Denial::message)
                .isEqualTo("User: arn:aws:sts::000000000000:assumed-role/reader/GetThing is not authorized to perform: "
                        + "dynamodb:PutItem on resource: " + TABLE
                        + " because no identity-based policy allows the dynamodb:PutItem action");
        assertThat(iam.denials()).hasSize(1);
    }

    @Test
    void check_matchesWildcardsInActionsAndResources() {
        Iam iam = withStatements(
                "[{Effect: Allow, Action: ['DynamoDB:get*', 'sqs:Send??ssage'], Resource: ['%s/index/*', '*:jobs']}]"
                        .formatted(TABLE));

        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:GetItem", TABLE + "/index/ByDate")))
                .isEmpty();
        assertThat(iam.check(caller(iam), new AccessRequest("sqs:SendMessage", "arn:aws:sqs:x:y:jobs")))
                .isEmpty();
        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:GetItem", TABLE)))
                .isPresent();
        assertThat(iam.check(caller(iam), new AccessRequest("sqs:SendMessages", "arn:aws:sqs:x:y:jobs")))
                .isPresent();
    }

    @Test
    void check_whenOneStatementDenies_itWinsOverAnyThatAllows() {
        Iam iam = withStatements("""
                [{Effect: Allow, Action: '*', Resource: '*'},
                 {Effect: Deny, Action: 'dynamodb:Delete*', Resource: '%s'}]
                """.formatted(TABLE));

        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:GetItem", TABLE)))
                .isEmpty();
        assertThat(iam.check(caller(iam), new AccessRequest("dynamodb:DeleteItem", TABLE)))
                .get()
                .extracting(Denial::message)
                .asString()
                .endsWith("with an explicit deny in an identity-based policy");
    }

    @Test
    void check_readsInlineAndAttachedPolicies() {
        Iam iam = withStatements("[{Effect: Allow, Action: 'dynamodb:GetItem', Resource: '%s'}]".formatted(TABLE));

        assertThat(iam.check(caller(iam), new AccessRequest("logs:PutLogEvents", "any")))
                .isEmpty();
    }

    @Test
    void check_whenAQueuePolicyDeniesPlainHttp_letsCallsOverTlsPass() {
        Iam iam = withStatements(
                "[{Effect: Allow, Action: 'sqs:SendMessage', Resource: 'arn:aws:sqs:us-east-1:000000000000:jobs'}]");

        assertThat(iam.check(
                        caller(iam), new AccessRequest("sqs:SendMessage", "arn:aws:sqs:us-east-1:000000000000:jobs")))
                .isEmpty();
    }

    @Test
    void check_whenAQueuePolicyDeniesTheWholeAccount_refusesItsRoles() {
        Iam iam = withStatements(
                "[{Effect: Allow, Action: 'sqs:*', Resource: 'arn:aws:sqs:us-east-1:000000000000:jobs'}]");

        assertThat(iam.check(
                        caller(iam), new AccessRequest("sqs:PurgeQueue", "arn:aws:sqs:us-east-1:000000000000:jobs")))
                .get()
                .extracting(Denial::message)
                .asString()
                .endsWith("with an explicit deny in a resource-based policy");
    }

    @Test
    void check_ofAService_needsAResourcePolicyForItsSource() {
        Iam iam = withStatements("[]");
        Principal events = Principal.service("events.amazonaws.com");
        AccessRequest send = new AccessRequest("sqs:SendMessage", "arn:aws:sqs:us-east-1:000000000000:jobs");

        assertThat(iam.check(events, send, RequestContext.onBehalfOf("arn:rule/one", "000000000000")))
                .isEmpty();
        assertThat(iam.check(events, send, RequestContext.onBehalfOf("arn:other/one", "000000000000")))
                .isPresent();
        assertThat(iam.check(
                        Principal.service("sns.amazonaws.com"),
                        send,
                        RequestContext.onBehalfOf("arn:rule/one", "000000000000")))
                .isPresent();
    }

    @Test
    void unusedGrants_namesEachActionOnEachResourceThatNothingNeeded() {
        Iam iam = withStatements(
                "[{Effect: Allow, Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: ['%1$s', '%1$s/index/*']}]"
                        .formatted(TABLE));
        iam.check(caller(iam), new AccessRequest("dynamodb:GetItem", TABLE));
        iam.check(caller(iam), new AccessRequest("dynamodb:Query", TABLE + "/index/ByDate"));

        assertThat(iam.unusedGrants())
                .filteredOn(grant -> grant.policy().contains("Attached"))
                .containsExactly(
                        new PolicyGrant("Main/Attached (AWS::IAM::Policy)", "dynamodb:GetItem", TABLE + "/index/*"),
                        new PolicyGrant("Main/Attached (AWS::IAM::Policy)", "dynamodb:Query", TABLE));
    }

    @Test
    void read_whenAPolicyUsesWhatCannotBeDecided_refusesToStart() {
        assertThatThrownBy(() -> withStatements("[{Effect: Allow, NotAction: 'iam:*', Resource: '*'}]"))
                .hasMessageContaining("Main/Attached (AWS::IAM::Policy): policy element NotAction is not supported");
        assertThatThrownBy(
                        () -> withStatements(
                                "[{Effect: Allow, Action: '*', Resource: '*', Condition: {IpAddress: {'aws:SourceIp': '::1'}}}]"))
                .hasMessageContaining("policy condition IpAddress on aws:SourceIp is not supported");
        assertThatThrownBy(() -> withStatements("[{Effect: Deny, Action: '*', Resource: '*/${aws:userid}'}]"))
                .hasMessageContaining("policy variable in */${aws:userid} is not supported");
    }

    @Test
    void read_whenATrustPolicyHasConditions_refusesToStart() {
        new Assembly(folder).stack("Main", """
                        Resources:
                          Role:
                            Type: AWS::IAM::Role
                            Properties:
                              AssumeRolePolicyDocument:
                                Statement:
                                  - Effect: Allow
                                    Action: 'sts:AssumeRole'
                                    Principal: {Service: lambda.amazonaws.com}
                                    Condition: {StringEquals: {'aws:SourceAccount': '111111111111'}}
                        """);

        assertThatThrownBy(this::read).hasMessageContaining("a trust policy that denies or has conditions");
    }

    @Test
    void trusts_onlyServicesOfTheTrustPolicy() {
        Role role = caller(withStatements("[]")).role();

        assertThat(role.trusts(Principal.service("lambda.amazonaws.com"))).isTrue();
        assertThat(role.trusts(Principal.service("states.amazonaws.com"))).isFalse();
    }

    private static Caller caller(Iam iam) {
        return iam.role("arn:aws:iam::000000000000:role/reader").orElseThrow().as("GetThing");
    }

    private Iam withStatements(String statements) {
        new Assembly(folder).stack("Main", """
                        Resources:
                          Role:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: reader
                              AssumeRolePolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                              Policies:
                                - PolicyName: logs
                                  PolicyDocument:
                                    Statement: {Effect: Allow, Action: 'logs:PutLogEvents', Resource: '*'}
                          Attached:
                            Type: AWS::IAM::Policy
                            Properties:
                              PolicyName: attached
                              Roles: [{Ref: Role}]
                              PolicyDocument: {Statement: %s}
                          OfTheQueue:
                            Type: AWS::SQS::QueuePolicy
                            Properties:
                              Queues: [jobs]
                              PolicyDocument:
                                Statement:
                                  - Effect: Deny
                                    Action: 'sqs:*'
                                    Principal: {AWS: '*'}
                                    Resource: arn:aws:sqs:us-east-1:000000000000:jobs
                                    Condition: {Bool: {'aws:SecureTransport': 'false'}}
                                  - Effect: Deny
                                    Action: 'sqs:PurgeQueue'
                                    Principal: {AWS: 'arn:aws:iam::000000000000:root'}
                                    Resource: arn:aws:sqs:us-east-1:000000000000:jobs
                                  - Effect: Allow
                                    Action: 'sqs:SendMessage'
                                    Principal: {Service: events.amazonaws.com}
                                    Resource: arn:aws:sqs:us-east-1:000000000000:jobs
                                    Condition: {ArnLike: {'aws:SourceArn': 'arn:rule/*'}}
                        """.formatted(statements.replace("\n", " ")));
        return read();
    }

    private Iam read() {
        return Iam.of(CloudTemplates.read(folder, new ResourceKinds().register(IamKinds.all()), TemplateEdit.NONE));
    }
}
