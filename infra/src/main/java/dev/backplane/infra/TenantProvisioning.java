package dev.backplane.infra;

import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.Grant;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.StackRole;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantsSettings;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.services.s3.assets.Asset;

/**
 * The resources and permissions that are needed to deploy tenant stacks at run time: template, role and dead-letter
 * queue.
 */
final class TenantProvisioning {

    private static final String ANY_TENANT =
            "Tenants are created at run time; their stack names have this prefix and the tenant id.";

    private final ServiceStack stack;
    private final String prefix;
    private final StackVersion version;
    private final Asset template;
    private final FailureQueue deadLetters;
    private final StackRole role;
    private final ServiceFunction metadata;

    /**
     * Publishes the template of tenants' stacks.
     *
     * @param metadata the function behind the custom resource that writes a tenant's row
     */
    TenantProvisioning(ServiceStack stack, StackVersion version, ServiceFunction metadata) {
        this.stack = stack;
        this.version = version;
        this.metadata = metadata;
        this.prefix = prefix(stack.service().stage().stage());
        this.template = TenantTemplate.synthesize().publish(stack);
        this.deadLetters = stack.watched(
                FailureQueue.shared(stack, stack.service(), "tenant-dead-letters"), Runbook.TENANT_DEAD_LETTERS);
        this.role = role();
        // It distinguishes a rollback from an update, and checks whether the stack that owns a row exists.
        metadata.allowPattern(stacks(), ANY_TENANT, "cloudformation:DescribeStacks");
    }

    /** Returns the prefix of a stage. Stage names have no capital letters, so no prefix begins with another. */
    static String prefix(String stage) {
        String prefix = "bp-" + stage + "-T";
        if (prefix.length() > TenantsSettings.MAX_PREFIX_LENGTH) {
            throw new IllegalArgumentException(
                    "The stage name " + stage + " is too long for the names of tenants' queues");
        }
        return prefix;
    }

    /** Allows the calls that CloudFormation makes for queues, alarms and their tags. */
    private StackRole role() {
        return new StackRole(stack, "TenantStackRole", "Permissions of CloudFormation for tenant stacks")
                .allowPattern(
                        arn("sqs", prefix + "-*", ArnFormat.NO_RESOURCE_NAME),
                        ANY_TENANT,
                        "sqs:CreateQueue",
                        "sqs:DeleteQueue",
                        "sqs:GetQueueAttributes",
                        "sqs:GetQueueUrl",
                        "sqs:ListQueueTags",
                        "sqs:SetQueueAttributes",
                        "sqs:TagQueue",
                        "sqs:UntagQueue")
                .allowPattern(
                        arn("cloudwatch", "alarm:" + prefix + "-*", ArnFormat.NO_RESOURCE_NAME),
                        ANY_TENANT,
                        "cloudwatch:DeleteAlarms",
                        "cloudwatch:ListTagsForResource",
                        "cloudwatch:PutMetricAlarm",
                        "cloudwatch:TagResource",
                        "cloudwatch:UntagResource")
                .allowPattern(
                        arn("cloudwatch", "alarm:*", ArnFormat.NO_RESOURCE_NAME),
                        "cloudwatch:DescribeAlarms cannot be limited to a resource.",
                        "cloudwatch:DescribeAlarms")
                .allowInvoking(metadata);
    }

    /** Sets the current version of the definition for a function. */
    ServiceFunction setVersion(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_STACK_VERSION, version.value());
    }

    /** Allows a function to deploy the stacks; CloudFormation reads the template with the caller's permissions. */
    ServiceFunction allowDeploying(ServiceFunction function) {
        return setVersion(function)
                .setting(TenantsSettings.TENANT_TEMPLATE_URL, template.getHttpUrl())
                .setting(TenantsSettings.TENANT_STACK_PREFIX, prefix)
                .setting(TenantsSettings.TENANT_STACK_ROLE, role.arn())
                .setting(TenantsSettings.METADATA_FUNCTION, metadata.arn())
                .setting(TenantsSettings.TENANT_DLQ, deadLetters.arn())
                .allowPattern(deploying(), ANY_TENANT)
                .allowPattern(
                        removing("cloudformation:ContinueUpdateRollback", "cloudformation:DeleteStack"), ANY_TENANT)
                .allowPattern(stacks(), ANY_TENANT, "cloudformation:DescribeStacks", "cloudformation:TagResource")
                .allow(role.passing())
                .allow(templateArn(), "s3:GetObject");
    }

    // Only the current template, and only with the permissions of the role.
    private Grant deploying() {
        return Grant.on(stacks(), "cloudformation:CreateStack", "cloudformation:UpdateStack")
                .onlyIf("cloudformation:RoleArn", role.arn())
                .onlyIf("cloudformation:TemplateUrl", template.getHttpUrl());
    }

    private Grant removing(String... actions) {
        return Grant.on(stacks(), actions).onlyIf("cloudformation:RoleArn", role.arn());
    }

    /** Allows a function to read the status of a stack. */
    ServiceFunction allowReading(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_STACK_PREFIX, prefix)
                .allowPattern(
                        stacks(), ANY_TENANT, "cloudformation:DescribeStackEvents", "cloudformation:DescribeStacks");
    }

    /** Allows a workflow to delete the stacks. */
    Workflow allowDeleting(Workflow workflow) {
        return workflow.allowPattern(removing("cloudformation:DeleteStack"), ANY_TENANT)
                .allow(role.passing());
    }

    String roleArn() {
        return role.arn();
    }

    private String stacks() {
        return arn("cloudformation", "stack/" + prefix + "-*/*", ArnFormat.NO_RESOURCE_NAME);
    }

    private String templateArn() {
        return stack.formatArn(ArnComponents.builder()
                .service("s3")
                .region("")
                .account("")
                .resource(template.getS3BucketName() + "/" + template.getS3ObjectKey())
                .arnFormat(ArnFormat.NO_RESOURCE_NAME)
                .build());
    }

    private String arn(String service, String resource, ArnFormat format) {
        return stack.formatArn(ArnComponents.builder()
                .service(service)
                .resource(resource)
                .arnFormat(format)
                .build());
    }
}
