package dev.backplane.infra;

import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.Grant;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.SessionRole;
import dev.backplane.infra.constructs.StackRole;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.TenantStackPermissions;
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
    private final TenantDefinition definition;
    private final TenantStackPermissions permissions;
    private final Asset template;
    private final FailureQueue deadLetters;
    private final StackRole role;
    private final ServiceFunction metadata;

    /**
     * Publishes the template of tenants' stacks.
     *
     * @param metadata the function behind the custom resource that writes a tenant's row
     */
    TenantProvisioning(ServiceStack stack, TenantDefinition definition, ServiceFunction metadata) {
        this.stack = stack;
        this.definition = definition;
        this.permissions = stack.service().stage().tenants().permissions();
        this.metadata = metadata;
        this.prefix = prefix(stack.service().stage().stage());
        this.template = definition.template().publish(stack);
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
        StackRole made = new StackRole(stack, "TenantStackRole", "Permissions of CloudFormation for tenant stacks")
                .allowPattern(
                        queues(),
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
        permissions
                .statements()
                .forEach(statement -> statement
                        .resources()
                        .forEach(resource -> made.allowPattern(
                                arn(resource),
                                "The operator's template of tenants needs it.",
                                statement.actions().toArray(String[]::new))));
        return made;
    }

    private String arn(String resource) {
        return resource.replace(TenantStackPermissions.STACK_PREFIX, prefix)
                .replace("${AWS::Partition}", stack.getPartition())
                .replace("${AWS::Region}", stack.getRegion())
                .replace("${AWS::AccountId}", stack.getAccount());
    }

    /** Sets the inputs of the tiers for a function that decides whether a tenant is current. */
    ServiceFunction setInputs(ServiceFunction function) {
        return definition.tierParameters().isEmpty()
                ? function
                : function.setting(
                        TenantsSettings.TENANT_STACK_INPUTS, definition.inputs().text());
    }

    /** Sets the current version of the definition for a function. */
    ServiceFunction setVersion(ServiceFunction function) {
        return function.setting(
                TenantsSettings.TENANT_STACK_VERSION, definition.version().value());
    }

    /** Allows a function to deploy the stacks; CloudFormation reads the template with the caller's permissions. */
    ServiceFunction allowDeploying(ServiceFunction function) {
        if (!definition.tierParameters().isEmpty()) {
            function.setting(TenantsSettings.TENANT_TIER_PARAMETERS, definition.tierParametersJson());
        }
        permissions
                .capability()
                .ifPresent(capability -> function.setting(TenantsSettings.TENANT_STACK_CAPABILITY, capability));
        return setInputs(setVersion(function))
                .setting(TenantsSettings.TENANT_STACK_PARAMETERS, String.join(",", definition.parameters()))
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

    /** Allows a function to read how many messages the queues have, and their redrives. */
    ServiceFunction allowObserving(ServiceFunction function) {
        return function.allowPattern(queues(), ANY_TENANT, "sqs:GetQueueAttributes", "sqs:ListMessageMoveTasks")
                .allowPattern(
                        "*",
                        "cloudwatch:GetMetricStatistics cannot be limited to a resource.",
                        "cloudwatch:GetMetricStatistics");
    }

    /** Allows a function to send messages to the queues. */
    ServiceFunction allowSending(ServiceFunction function) {
        return function.allowPattern(queues(), ANY_TENANT, "sqs:SendMessage");
    }

    /**
     * Allows a function to redrive dead letters. SQS receives, sends and deletes the messages with the permissions of the
     * caller: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
     */
    ServiceFunction allowRedriving(ServiceFunction function) {
        return function.allowPattern(
                queues(),
                ANY_TENANT,
                "sqs:DeleteMessage",
                "sqs:GetQueueAttributes",
                "sqs:ListMessageMoveTasks",
                "sqs:ReceiveMessage",
                "sqs:SendMessage",
                "sqs:StartMessageMoveTask");
    }

    /** Creates the role with which the clients of tenants use their queues. */
    SessionRole queueRole(ServiceFunction issuer) {
        SessionRole made = new SessionRole(
                        stack, "TenantQueueRole", "Permissions of tenants' clients for their queues", issuer)
                .allowPattern(
                        Grant.on(
                                queues(),
                                "sqs:ChangeMessageVisibility",
                                "sqs:DeleteMessage",
                                "sqs:GetQueueAttributes",
                                "sqs:ReceiveMessage",
                                "sqs:SendMessage"),
                        ANY_TENANT);
        if (definition.keys()) {
            issuer.setting(TenantsSettings.TENANT_QUEUE_KEYS, "true");
            made.allowPattern(
                    Grant.on("*", "kms:Decrypt", "kms:GenerateDataKey")
                            .onlyIf("kms:ViaService", "sqs." + stack.getRegion() + "." + stack.getUrlSuffix()),
                    "The operator's template names the keys; SQS uses them, and each session is limited to one queue.");
        }
        return made;
    }

    /** Allows a function to end and restore the access of clients to the queues. */
    ServiceFunction allowSuspending(ServiceFunction function, SessionRole clients) {
        return function.setting(TenantsSettings.TENANT_QUEUE_ROLE, clients.arn())
                .setting(TenantsSettings.TENANT_STACK_PREFIX, prefix)
                .allowPattern(queues(), ANY_TENANT, "sqs:GetQueueAttributes", "sqs:SetQueueAttributes");
    }

    /** Allows a workflow to delete the stacks. */
    Workflow allowDeleting(Workflow workflow) {
        return workflow.allowPattern(removing("cloudformation:DeleteStack"), ANY_TENANT)
                .allow(role.passing());
    }

    String roleArn() {
        return role.arn();
    }

    private String queues() {
        return arn("sqs", prefix + "-*", ArnFormat.NO_RESOURCE_NAME);
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
