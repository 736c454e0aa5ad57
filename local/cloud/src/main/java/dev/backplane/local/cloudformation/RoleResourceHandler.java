package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.MalformedPolicyException;
import java.util.List;

/**
 * {@code AWS::IAM::Role} with inline policies, which the local cloud enforces.
 *
 * <p>Requires the permissions of CloudFormation's handler of this type to create, update and delete a role with inline
 * policies, and those to read it.
 */
final class RoleResourceHandler implements ResourceHandler {

    private static final String NAME = "RoleName";
    private static final String POLICIES = "Policies";
    private static final int LONGEST_NAME = 64;

    private static final KnownProperties PROPERTIES = KnownProperties.used(
                    NAME, "AssumeRolePolicyDocument", POLICIES, "MaxSessionDuration")
            .withoutEffect("descriptive only", "Description", "Tags");

    private final Iam iam;

    RoleResourceHandler(Iam iam) {
        this.iam = iam;
    }

    @Override
    public List<String> unknown(JsonNode properties) {
        return PROPERTIES.unknownIn(properties);
    }

    @Override
    public boolean takesTags() {
        return true;
    }

    @Override
    public ProvisionedResource create(ResourceRequest work) throws ResourceException {
        String name = work.properties().path(NAME).asText(work.generatedName(LONGEST_NAME));
        work.actor().needs("iam:CreateRole", arn(name));
        if (iam.role(arn(name)).isPresent()) {
            throw ResourceException.ofHandler("Role with name " + name + " already exists.", "AlreadyExists");
        }
        work.initiated().accept(name);
        return put(work, name);
    }

    @Override
    public ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException {
        if (!current.properties().path(NAME).equals(work.properties().path(NAME))) {
            return create(work);
        }
        work.actor().needs("iam:UpdateRole", arn(current.physicalId()));
        work.actor().needs("iam:UpdateAssumeRolePolicy", arn(current.physicalId()));
        return put(work, current.physicalId());
    }

    private ProvisionedResource put(ResourceRequest work, String name) throws ResourceException {
        if (work.properties().has(POLICIES)) {
            work.actor().needs("iam:PutRolePolicy", arn(name));
        }
        if (work.addsTags()) {
            work.actor().needs("iam:TagRole", arn(name));
        }
        if (work.removesTags()) {
            work.actor().needs("iam:UntagRole", arn(name));
        }
        work.actor().needs("iam:GetRole", arn(name));
        work.actor().needs("iam:GetRolePolicy", arn(name));
        work.actor().needs("iam:ListAttachedRolePolicies", arn(name));
        work.actor().needs("iam:ListRolePolicies", arn(name));
        try {
            iam.stackRoles().put(name, work.properties());
        } catch (MalformedPolicyException malformed) {
            throw ResourceException.ofHandler(malformed.reason(), "InvalidRequest");
        }
        return new ProvisionedResource(
                name,
                JsonNodeFactory.instance.objectNode().put("Arn", arn(name)).put("RoleId", "AROA" + name));
    }

    @Override
    public void delete(ResourceRequest work, String physicalId) throws ResourceException {
        String arn = arn(physicalId);
        work.actor().needs("iam:GetRole", arn);
        work.actor().needs("iam:ListAttachedRolePolicies", arn);
        work.actor().needs("iam:ListRolePolicies", arn);
        if (work.properties().has(POLICIES)) {
            work.actor().needs("iam:DeleteRolePolicy", arn);
        }
        work.actor().needs("iam:DeleteRole", arn);
        iam.stackRoles().remove(physicalId);
    }

    private static String arn(String name) {
        return Account.globalArn("iam", "role/" + name);
    }
}
