package dev.backplane.infra;

import dev.backplane.infra.constructs.Buckets;
import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.LayerOptions;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Publication;
import dev.backplane.layers.api.CreatePublicationHandler;
import dev.backplane.layers.api.GetPublicationHandler;
import dev.backplane.layers.api.StartPublicationHandler;
import dev.backplane.layers.workflow.LayerPublisherHandler;
import dev.backplane.layers.workflow.PublishStateMachine;
import dev.backplane.layers.workflow.Uploads;
import dev.backplane.platform.aws.AwsConnection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.LifecycleRule;

/** Publications of layers: the bucket of the uploads, the state machine, its function, and the HTTP operations. */
final class LayerPublications {

    /** Longer than Lambda takes for the largest layer, and shorter than the timeout of the function. */
    private static final String CALL_LIMIT_SECONDS = "240";

    private static final String UPLOADS = "The key of an upload contains the id of its publication.";
    private static final String LAYERS = "Any layer that the stage's settings allow may be published.";

    /** The operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<LayerPublications>> ENDPOINTS = List.of(
            new Endpoint<>(
                    CreatePublicationHandler.OPERATION,
                    CreatePublicationHandler.class,
                    (function, publications) -> publications
                            .withUploads(function, "s3:PutObject")
                            .allow(publications.table, "dynamodb:PutItem", "dynamodb:Query")),
            new Endpoint<>(
                    StartPublicationHandler.OPERATION,
                    StartPublicationHandler.class,
                    (function, publications) -> publications
                            .withUploads(function, "s3:GetObject")
                            // Without it, S3 does not tell that an upload is missing.
                            .allow(publications.bucket.getBucketArn(), "s3:ListBucket")
                            .setting(LayersSettings.PUBLISH_MACHINE, publications.workflow.arn())
                            .allow(publications.workflow.arn(), "states:StartExecution")
                            .allow(publications.table, "dynamodb:Query", "dynamodb:UpdateItem")),
            new Endpoint<>(GetPublicationHandler.OPERATION, GetPublicationHandler.class, (function, publications) -> {
                publications.workflow.allowDescribing(function);
                function.setting(LayersSettings.PUBLISH_MACHINE, publications.workflow.arn())
                        .allow(publications.table, "dynamodb:Query");
            }));

    private final LayersStack stack;
    private final ServiceTable table;
    private final Bucket bucket;
    private final Workflow workflow;

    LayerPublications(
            LayersStack stack, ServiceTable table, Workspace workspace, UnaryOperator<ServiceFunction> configure) {
        this.stack = stack;
        this.table = table;
        this.bucket = bucket();
        ServiceFunction publisher = publisher(configure);
        this.workflow = stack.workflow(
                        new Workflow.Definition(PublishStateMachine.ID, workspace.read(PublishStateMachine.FILE)),
                        Map.of(PublishStateMachine.FUNCTION, publisher.arn()))
                .allowInvoking(publisher);
        stack.addEndpoints(ENDPOINTS, this, configure);
    }

    /** Creates the bucket. It is deleted with the stack, if it is empty; uploads are needed for minutes only. */
    private Bucket bucket() {
        return Buckets.create(
                stack,
                "LayerUploads",
                List.of(LifecycleRule.builder()
                        .expiration(Duration.days(Publication.UPLOAD_KEPT_DAYS))
                        .abortIncompleteMultipartUploadAfter(Duration.days(1))
                        .build()),
                RemovalPolicy.DESTROY);
    }

    private ServiceFunction publisher(UnaryOperator<ServiceFunction> configure) {
        ServiceFunction publisher = withUploads(
                        configure.apply(stack.longTaskFunction(LayerPublisherHandler.class)), "s3:GetObject")
                .setting(AwsConnection.CALL_LIMIT_SECONDS, CALL_LIMIT_SECONDS)
                .allow(table, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem");
        LayerOptions options = stack.service().stage().layers();
        String prefix = options.namePrefix().orElse("");
        for (String region : options.regions().isEmpty() ? List.of("*") : options.regions()) {
            publisher
                    .allowPattern(
                            layers(region, prefix + "*"),
                            LAYERS,
                            "lambda:ListLayerVersions",
                            "lambda:PublishLayerVersion")
                    .allowPattern(
                            layers(region, prefix + "*:*"),
                            LAYERS,
                            "lambda:AddLayerVersionPermission",
                            "lambda:DeleteLayerVersion");
        }
        return publisher;
    }

    private ServiceFunction withUploads(ServiceFunction function, String action) {
        return function.setting(LayersSettings.UPLOAD_BUCKET, bucket.getBucketName())
                .allowObjects(bucket, Uploads.PREFIX + "*", UPLOADS, action);
    }

    private String layers(String region, String name) {
        return stack.formatArn(ArnComponents.builder()
                .service("lambda")
                .region(region)
                .resource("layer")
                .resourceName(name)
                .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                .build());
    }
}
