package dev.backplane.local.sts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.iam.MemberAccounts;
import dev.backplane.local.sts.StsCalls.Reply;
import dev.backplane.local.sts.StsCalls.SessionKey;
import dev.backplane.local.testing.Assembly;
import dev.backplane.testing.TestClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests sessions with requests as SDK clients send them. */
final class StsServiceTest {

    private static final String OWN = "arn:aws:iam::000000000000:role/worker";
    private static final String ACCESS = "arn:aws:iam::111111111111:role/access";
    private static final String REVOCATION = "arn:aws:iam::111111111111:role/revocation";
    private static final String EVERYTHING = "{'Effect':'Allow','Action':'*','Resource':'*'}";

    @TempDir
    private Path folder;

    private final TestClock clock = new TestClock();
    private Iam iam;
    private StsCalls issuer;
    private StsCalls revoker;

    @BeforeEach
    void start() throws IOException {
        clock.set(Instant.parse("2026-01-05T10:00:00.250Z"));
        new Assembly(folder).stack("Suite", """
                        Resources:
                          Issuer:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: issuer
                              AssumeRolePolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: ['sts:AssumeRole', 'sts:TagSession']
                                        Resource: ['arn:aws:iam::*:role/access', 'arn:aws:iam::*:role/absent', 'arn:aws:iam::000000000000:role/*']
                          Revoker:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: revoker
                              AssumeRolePolicyDocument:
                                Statement: [{Effect: Allow, Action: 'sts:AssumeRole', Principal: {Service: lambda.amazonaws.com}}]
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement: [{Effect: Allow, Action: 'sts:*', Resource: '*'}]
                          Worker:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: worker
                              AssumeRolePolicyDocument:
                                Statement:
                                  - Effect: Allow
                                    Action: ['sts:AssumeRole', 'sts:TagSession']
                                    Principal: {AWS: 'arn:aws:iam::000000000000:role/issuer'}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement: [{Effect: Allow, Action: ['iam:GetRole', 'iam:ListRolePolicies'], Resource: '*'}]
                        """);
        CloudTemplates templates =
                CloudTemplates.read(folder, new ResourceKinds().register(IamKinds.all()), TemplateEdit.NONE);
        iam = Iam.of(templates, MemberAccounts.of(template(), parameters()), clock);
        AwsNetwork network = new AwsNetwork(iam, List.of(new StsService(iam, clock), new IamService(iam)));
        issuer = new StsCalls(network.connect(
                iam.role("arn:aws:iam::000000000000:role/issuer").orElseThrow().as("Issue")));
        revoker = new StsCalls(network.connect(
                iam.role("arn:aws:iam::000000000000:role/revoker").orElseThrow().as("Revoke")));
    }

    private static ObjectNode template() throws IOException {
        return new ObjectMapper()
                .readValue(
                        Path.of("../../infra/pool-accounts/account.template.json")
                                .toFile(),
                        ObjectNode.class);
    }

    private static Map<String, String> parameters() {
        return Map.of(
                "PoolAccessRoleName", "access",
                "PoolAccessTrust", "arn:aws:iam::000000000000:role/issuer",
                "PoolExternalId", "external",
                "PoolRevocationRoleName", "revocation",
                "PoolRevocationTrust", "arn:aws:iam::000000000000:role/other,arn:aws:iam::000000000000:role/revoker",
                "PoolSuiteAccount", "000000000000");
    }

    @Test
    void assumeRole_inAnotherAccount_givesASessionOfThatAccount() {
        SessionKey session = issuer.assume(ACCESS, Map.of("ExternalId", "external"));

        Reply identity = issuer.as(session).sts("GetCallerIdentity", Map.of());
        assertThat(identity.element("Account")).isEqualTo("111111111111");
        assertThat(identity.element("Arn")).isEqualTo("arn:aws:sts::111111111111:assumed-role/access/ann");
        assertThat(issuer.as(session)
                        .iam("GetRole", Map.of("RoleName", "access"))
                        .element("Arn"))
                .isEqualTo(ACCESS);
        assertThat(session.expires()).isEqualTo("2026-01-05T11:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "arn:aws:iam::111111111111:role/access,     wrong,    AccessDenied",
        "arn:aws:iam::111111111111:role/access,     '',       ValidationError",
        "arn:aws:iam::111111111111:role/absent,     external, AccessDenied",
        "arn:aws:iam::111111111111:role/revocation, external, AccessDenied",
    })
    void assumeRole_whenTheAccountDoesNotTrustTheCaller_isDenied(String role, String externalId, String code) {
        Reply reply = issuer.assumeRole(role, Map.of("ExternalId", externalId));

        assertThat(reply.element("Code")).isEqualTo(code);
        assertThat(reply.text()).doesNotContain("<SecretAccessKey>");
    }

    @ParameterizedTest
    @CsvSource({
        "DurationSeconds,       899,                ValidationError",
        "DurationSeconds,       3601,               ValidationError",
        "RoleSessionName,       with space,         ValidationError",
        "Policy,                no json,            MalformedPolicyDocument",
        "Policy,                '{}',               MalformedPolicyDocument",
        "Tags.member.1.Key,     'a#b',              ValidationError",
        "SerialNumber,          1,                  ValidationError",
    })
    void assumeRole_refusesWhatAwsRefuses(String parameter, String value, String code) {
        Reply reply = issuer.assumeRole(ACCESS, Map.of("ExternalId", "external", parameter, value));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.element("Code")).isEqualTo(code);
    }

    @Test
    void sessionPolicy_limitsTheRole_andEndsByItsTime() {
        SessionKey session = issuer.assume(ACCESS, Map.of("ExternalId", "external", "Policy", policy(EVERYTHING, """
                        {'Effect':'Deny','Action':'*','Resource':'*',
                         'Condition':{'DateGreaterThanEquals':{'aws:CurrentTime':'2026-01-05T10:10:00.000Z'}}}""")));
        StsCalls calls = issuer.as(session);

        assertThat(calls.iam("GetRole", Map.of("RoleName", "access")).status()).isEqualTo(200);
        clock.advance(Duration.ofMinutes(10));
        Reply late = calls.iam("GetRole", Map.of("RoleName", "access"));
        assertThat(late.status()).isEqualTo(403);
        assertThat(late.element("Message")).endsWith("with an explicit deny in a session policy");
    }

    @Test
    void sessionPolicy_givesNothingThatTheRoleLacks_andTakesWhatItDoesNotName() {
        StsCalls all = issuer.as(issuer.assume(OWN, Map.of("Policy", policy(EVERYTHING))));
        StsCalls some = issuer.as(issuer.assume(
                OWN, Map.of("Policy", policy("{'Effect':'Allow','Action':'iam:GetRole','Resource':'*'}"))));

        Map<String, String> worker = Map.of("RoleName", "worker");
        assertThat(all.iam("ListRolePolicies", worker).status()).isEqualTo(200);
        assertThat(all.iam("DeleteRolePolicy", worker).element("Message")).contains("no identity-based policy");
        assertThat(some.iam("GetRole", worker).status()).isEqualTo(200);
        assertThat(some.iam("ListRolePolicies", worker).element("Message")).contains("no session policy");
    }

    @Test
    void credentials_whenTheyExpired_orTheTokenIsAnother_areRefused() {
        SessionKey session = issuer.assume(ACCESS, Map.of("ExternalId", "external", "DurationSeconds", "900"));

        assertThat(issuer.as(session.withToken("other"))
                        .sts("GetCallerIdentity", Map.of())
                        .element("Code"))
                .isEqualTo("InvalidClientTokenId");
        assertThat(issuer.as(new SessionKey("ASIALOCALUNKNOWN", session.token(), ""))
                        .sts("GetCallerIdentity", Map.of())
                        .element("Code"))
                .isEqualTo("InvalidClientTokenId");
        clock.advance(Duration.ofMinutes(15));
        assertThat(issuer.as(session).sts("GetCallerIdentity", Map.of()).element("Code"))
                .isEqualTo("ExpiredToken");
    }

    @Test
    void putRolePolicy_thatDeniesOlderSessions_leavesYoungerOnes() {
        SessionKey older = issuer.assume(ACCESS, Map.of("ExternalId", "external"));
        clock.advance(Duration.ofMinutes(1));
        StsCalls revocation = revoker.as(revoker.assume(REVOCATION, Map.of("ExternalId", "external")));
        Reply put = revocation.iam(
                "PutRolePolicy", Map.of("RoleName", "access", "PolicyName", "revoked", "PolicyDocument", policy("""
                        {'Effect':'Deny','Action':'*','Resource':'*',
                         'Condition':{'DateLessThan':{'aws:TokenIssueTime':'2026-01-05T10:00:30.000Z'}}}""")));
        SessionKey younger = issuer.assume(ACCESS, Map.of("ExternalId", "external"));

        assertThat(put.status()).isEqualTo(200);
        Map<String, String> role = Map.of("RoleName", "access");
        assertThat(issuer.as(older).iam("GetRole", role).element("Message"))
                .endsWith("with an explicit deny in an identity-based policy");
        assertThat(issuer.as(younger).iam("GetRole", role).status()).isEqualTo(200);
        assertThat(revocation.iam("ListRolePolicies", role).element("member")).isEqualTo("revoked");
        assertThat(revocation
                        .iam("DeleteRolePolicy", Map.of("RoleName", "access", "PolicyName", "revoked"))
                        .status())
                .isEqualTo(200);
        assertThat(revocation
                        .iam("DeleteRolePolicy", Map.of("RoleName", "access", "PolicyName", "revoked"))
                        .element("Code"))
                .isEqualTo("NoSuchEntity");
        assertThat(issuer.as(older).iam("GetRole", role).status()).isEqualTo(200);
    }

    @Test
    void putRolePolicy_isLimitedAndRefusesWhatCannotBeEvaluated() {
        StsCalls revocation = revoker.as(revoker.assume(REVOCATION, Map.of("ExternalId", "external")));

        assertThat(revocation
                        .iam("PutRolePolicy", Map.of("RoleName", "access", "PolicyName", "p", "PolicyDocument", "no"))
                        .element("Code"))
                .isEqualTo("MalformedPolicyDocument");
        assertThat(revocation
                        .iam(
                                "PutRolePolicy",
                                Map.of("RoleName", "access", "PolicyName", "p", "PolicyDocument", " ".repeat(10_241)))
                        .element("Code"))
                .isEqualTo("LimitExceeded");
        assertThat(revocation.iam("GetRole", Map.of("RoleName", "access")).element("Code"))
                .as("only what the template allows")
                .isEqualTo("AccessDenied");
    }

    private static String policy(String... statements) {
        return ("{'Version':'2012-10-17','Statement':[" + String.join(",", statements) + "]}").replace('\'', '"');
    }
}
