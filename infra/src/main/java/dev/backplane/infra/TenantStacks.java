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

/** What the stacks of all tenants are made from, and who may do what with them. */
final class TenantStacks {

    private static final String ANY_TENANT = "Tenants come at run time: their stacks have this prefix and their id.";

    private final ServiceStack stack;
    private final String prefix;
    private final StackVersion version;
    private final Asset template;
    private final FailureQueue deadLetters;
    private final StackRole role;
    private final ServiceFunction metadata;

    /**
     * Publishes the definition of tenants' stacks.
     *
     * @param metadata the function that the stacks have write their tenant's row
     */
    TenantStacks(ServiceStack stack, StackVersion version, ServiceFunction metadata) {
        this.stack = stack;
        this.version = version;
        this.metadata = metadata;
        this.prefix = prefix(stack.service().stage().stage());
        this.template = TenantTemplate.synthesize().publish(stack);
        this.deadLetters = stack.watched(
                FailureQueue.shared(stack, stack.service(), "tenant-dead-letters"), Runbook.TENANT_DEAD_LETTERS);
        this.role = role();
        // It tells a rollback from an update, and whether the stack that owns a row exists.
        metadata.allowPattern(stacks(), ANY_TENANT, "cloudformation:DescribeStacks");
    }

    /** No stage has a capital letter in its name, so none has a tenant's stack with the prefix of another one. */
    static String prefix(String stage) {
        String prefix = "bp-" + stage + "-T";
        if (prefix.length() > TenantsSettings.MAX_PREFIX_LENGTH) {
            throw new IllegalArgumentException("The stage " + stage + " leaves no room for tenants in names of queues");
        }
        return prefix;
    }

    /** What the resource handlers of CloudFormation call, for these two types of resource and their tags. */
    private StackRole role() {
        return new StackRole(stack, "TenantStackRole", "What CloudFormation may call for the stacks of tenants")
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
                        "CloudWatch takes a look at alarms for a look at all of them.",
                        "cloudwatch:DescribeAlarms")
                .allowInvoking(metadata);
    }

    /** Tells a function which definition is the current one. */
    ServiceFunction introduceVersion(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_STACK_VERSION, version.value());
    }

    /** Lets a function deploy the stacks; CloudFormation reads the template with the rights of its caller. */
    ServiceFunction allowDeploying(ServiceFunction function) {
        return introduceVersion(function)
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

    // Nothing but the current template, and never with more rights than those of the role.
    private Grant deploying() {
        return Grant.on(stacks(), "cloudformation:CreateStack", "cloudformation:UpdateStack")
                .onlyIf("cloudformation:RoleArn", role.arn())
                .onlyIf("cloudformation:TemplateUrl", template.getHttpUrl());
    }

    private Grant removing(String... actions) {
        return Grant.on(stacks(), actions).onlyIf("cloudformation:RoleArn", role.arn());
    }

    /** Lets a function tell how a stack is doing. */
    ServiceFunction allowReading(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_STACK_PREFIX, prefix)
                .allowPattern(
                        stacks(), ANY_TENANT, "cloudformation:DescribeStackEvents", "cloudformation:DescribeStacks");
    }

    /** Lets a workflow delete the stacks. */
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
