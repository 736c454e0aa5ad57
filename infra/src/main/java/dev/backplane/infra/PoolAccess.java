package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.settings.AccessOptions;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.api.IssueCredentialsHandler;
import dev.backplane.pool.api.RevokeSessionsHandler;
import dev.backplane.pool.events.SessionRevokerHandler;
import dev.backplane.pool.store.PoolKey;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;

/**
 * Access to the accounts of the pool, for a stage that names the roles in them.
 *
 * <p>The outputs are the parameters of the template in {@code infra/pool-accounts}, which creates the roles.
 */
final class PoolAccess {

    /** Matches accounts whose sessions must be revoked. */
    private static final EventPattern PENDING = new EventPattern(Map.of(
            "dynamodb",
            Map.of(
                    "Keys", Map.of("pk", Map.of("S", List.of(Map.of("prefix", PoolKey.Kind.ACCOUNT.prefix())))),
                    "NewImage", Map.of("revocation", Map.of("S", List.of(Revocation.Status.PENDING.value()))))));

    private static final String ANY_ACCOUNT = "Any account may be added to the pool; the name of the role is exact.";

    private final PoolStack stack;
    private final AccessOptions options;

    PoolAccess(PoolStack stack, ServiceTable table, AccessOptions options) {
        this.stack = stack;
        this.options = options;
        ServiceFunction issuer = stack.functionOf(IssueCredentialsHandler.OPERATION);
        reaching(issuer, options.accessRole(), "sts:AssumeRole", "sts:TagSession");
        ServiceFunction retry = revoking(stack.functionOf(RevokeSessionsHandler.OPERATION));
        ServiceFunction revoker = revoking(stack.configure(stack.batchFunction(SessionRevokerHandler.class)))
                .allow(table, "dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:UpdateItem");
        stack.readStream(table, PENDING, revoker);
        outputs(issuer, List.of(retry, revoker));
    }

    private ServiceFunction revoking(ServiceFunction function) {
        return reaching(function, options.revocationRole(), "sts:AssumeRole")
                .setting(AccessSettings.POOL_REVOCATION_ROLE, options.revocationRole());
    }

    private ServiceFunction reaching(ServiceFunction function, String role, String... actions) {
        return function.setting(AccessSettings.POOL_ACCESS_ROLE, options.accessRole())
                .setting(AccessSettings.POOL_EXTERNAL_ID, options.externalId())
                .allowPattern("arn:" + Aws.PARTITION + ":iam::*:role/" + role, ANY_ACCOUNT, actions);
    }

    private void outputs(ServiceFunction issuer, List<ServiceFunction> revokers) {
        stack.output("PoolSuiteAccount", Aws.ACCOUNT_ID, "The account of the suite");
        stack.output("PoolExternalId", options.externalId(), "The external id of calls to accounts of the pool");
        stack.output("PoolAccessRoleName", options.accessRole(), "The role that people use");
        stack.output("PoolAccessTrust", issuer.roleArn(), "The role that issues credentials");
        stack.output("PoolRevocationRoleName", options.revocationRole(), "The role that revokes sessions");
        stack.output(
                "PoolRevocationTrust",
                String.join(",", revokers.stream().map(ServiceFunction::roleArn).toList()),
                "The roles that may revoke sessions");
    }
}
