package dev.backplane.layers.verify;

import dev.backplane.layers.RegionName;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Page;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.LayerVersionsListItem;
import software.amazon.awssdk.services.lambda.model.LayersListItem;
import software.amazon.awssdk.services.lambda.model.ListLayersResponse;

/** The layers that exist in Lambda. */
final class LambdaCatalog {

    private static final int PAGE = 10;

    private final AwsConnection aws;
    private final Map<RegionName, LambdaClient> clients = new ConcurrentHashMap<>();

    LambdaCatalog(AwsConnection aws) {
        this.aws = aws;
    }

    /** Lists the ARNs of the layers of a region, without version numbers. */
    Page<String, String> layers(RegionName region, Optional<String> marker) {
        ListLayersResponse response = client(region)
                .listLayers(list -> list.marker(marker.orElse(null)).maxItems(PAGE));
        List<String> arns =
                response.layers().stream().map(LayersListItem::layerArn).toList();
        return new Page<>(arns, Optional.ofNullable(response.nextMarker()).filter(next -> !next.isEmpty()));
    }

    /** Returns the ARNs of the versions of a layer; none if the layer does not exist. */
    List<String> versions(RegionName region, String layerArn) {
        return client(region).listLayerVersionsPaginator(list -> list.layerName(layerArn)).layerVersions().stream()
                .map(LayerVersionsListItem::layerVersionArn)
                .toList();
    }

    private LambdaClient client(RegionName region) {
        return clients.computeIfAbsent(
                region, name -> aws.in(Region.of(name.value())).client(LambdaClient.builder()));
    }
}
