package dev.backplane.local;

import dev.backplane.local.apigateway.ApiGatewayKinds;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudfront.CloudFrontKinds;
import dev.backplane.local.cloudwatch.AlarmKind;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.codebuild.ProjectKind;
import dev.backplane.local.cognito.CognitoKinds;
import dev.backplane.local.dynamodb.TableKind;
import dev.backplane.local.eventbridge.EventBridgeKinds;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.lambda.LambdaKinds;
import dev.backplane.local.lambda.eventsource.EventSourceKind;
import dev.backplane.local.s3.Bucket;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.stepfunctions.StepFunctionsKinds;
import java.util.List;

/** All supported resource types. */
final class SupportedResources {

    private SupportedResources() {}

    static ResourceKinds all() {
        return new ResourceKinds()
                .register(IamKinds.all())
                .register(LambdaKinds.all())
                .register(EventBridgeKinds.all())
                .register(ApiGatewayKinds.all())
                .register(CloudFrontKinds.all())
                .register(CognitoKinds.all())
                .register(StepFunctionsKinds.all())
                .register(List.of(
                        ProjectKind.kind(),
                        TableKind.kind(),
                        QueueKind.kind(),
                        LogGroupKind.kind(),
                        EventSourceKind.kind(),
                        Bucket.kind()))
                .register(LogGroupKind.deliveries())
                .register(observers());
    }

    /** Returns the types that only observe other resources, such as dashboards. */
    private static List<ResourceKind> observers() {
        return List.of(
                AlarmKind.kind(),
                ResourceKind.unnamed(
                        "AWS::CloudWatch::Dashboard",
                        KnownProperties.used()
                                .withoutEffect("dashboards are not shown locally", "DashboardName", "DashboardBody")),
                ResourceKind.unnamed(
                        "AWS::Logs::MetricFilter",
                        KnownProperties.used()
                                .withoutEffect(
                                        "metrics are not recorded",
                                        "FilterPattern",
                                        "LogGroupName",
                                        "MetricTransformations")),
                ResourceKind.unnamed(
                        "AWS::CDK::Metadata", KnownProperties.used().withoutEffect("CDK usage metadata", "Analytics")));
    }
}
