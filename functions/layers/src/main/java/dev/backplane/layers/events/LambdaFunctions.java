package dev.backplane.layers.events;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.dynamo.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.services.lambda.model.AliasConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionVersion;
import software.amazon.awssdk.services.lambda.model.Layer;
import software.amazon.awssdk.services.lambda.model.ListFunctionsResponse;

/**
 * Asks Lambda which functions of this account use a layer.
 *
 * <p>Lambda has no list of the functions of a layer, so all versions of all functions of a region are read, 50 at a
 * time. Only the current page is kept in memory.
 */
final class LambdaFunctions {

    private static final int PAGE = 50;

    private final LambdaClients clients;

    LambdaFunctions(LambdaClients clients) {
        this.clients = clients;
    }

    /**
     * A version of a function, with the layers that were asked for.
     *
     * @param layers ARNs of layer versions
     */
    record LayerUse(FunctionUse function, List<String> layers) {}

    /**
     * Returns whether a layer is in use: by the unpublished version of a function, or by a version that an alias
     * invokes.
     *
     * @throws software.amazon.awssdk.core.exception.SdkException if Lambda cannot be asked, or not in time
     */
    boolean isInUse(LayerArn layer) {
        RegionName region = layer.region();
        Optional<String> marker = Optional.empty();
        do {
            ListFunctionsResponse page = list(region, marker);
            Aliases aliases = new Aliases(region);
            boolean found = page.functions().stream()
                    .filter(version -> !layersOf(version, layer.value()::equals).isEmpty())
                    .anyMatch(version -> isInvoked(version, aliases));
            if (found) {
                return true;
            }
            marker = next(page);
        } while (marker.isPresent());
        return false;
    }

    private static boolean isInvoked(FunctionConfiguration version, Aliases aliases) {
        return version.version().equals(FunctionUse.LATEST)
                || !aliases.of(version).isEmpty();
    }

    /** Returns a page of the function versions that use one of the wanted layers, and the marker of the next page. */
    Page<LayerUse, String> uses(RegionName region, Optional<String> marker, Predicate<String> wanted) {
        ListFunctionsResponse page = list(region, marker);
        Aliases aliases = new Aliases(region);
        List<LayerUse> uses = new ArrayList<>();
        for (FunctionConfiguration version : page.functions()) {
            List<String> layers = layersOf(version, wanted);
            if (!layers.isEmpty()) {
                FunctionUse function = new FunctionUse(unqualified(version), version.version(), aliases.of(version));
                uses.add(new LayerUse(function, layers));
            }
        }
        return new Page<>(uses, next(page));
    }

    /** Returns the ARN of the function; with all versions, Lambda returns ARNs with a version. */
    private static String unqualified(FunctionConfiguration version) {
        String suffix = ":" + version.version();
        String arn = version.functionArn();
        return arn.endsWith(suffix) ? arn.substring(0, arn.length() - suffix.length()) : arn;
    }

    private ListFunctionsResponse list(RegionName region, Optional<String> marker) {
        return clients.in(region)
                .listFunctions(request -> request.functionVersion(FunctionVersion.ALL)
                        .maxItems(PAGE)
                        .marker(marker.orElse(null)));
    }

    private static Optional<String> next(ListFunctionsResponse page) {
        return Optional.ofNullable(page.nextMarker()).filter(marker -> !marker.isEmpty());
    }

    private static List<String> layersOf(FunctionConfiguration version, Predicate<String> wanted) {
        return version.layers().stream().map(Layer::arn).filter(wanted).toList();
    }

    /** The aliases of the functions of one page. */
    private final class Aliases {

        private final RegionName region;
        private final Map<String, List<AliasConfiguration>> byFunction = new HashMap<>();

        Aliases(RegionName region) {
            this.region = region;
        }

        /** Returns the names of the aliases that invoke a version. */
        List<String> of(FunctionConfiguration version) {
            return byFunction.computeIfAbsent(version.functionName(), this::read).stream()
                    .filter(alias -> invokes(alias, version.version()))
                    .map(AliasConfiguration::name)
                    .toList();
        }

        private List<AliasConfiguration> read(String function) {
            return clients
                    .in(region)
                    .listAliasesPaginator(
                            request -> request.functionName(function).maxItems(PAGE))
                    .aliases()
                    .stream()
                    .toList();
        }
    }

    /** Returns whether an alias invokes a version, always or with a part of its traffic. */
    private static boolean invokes(AliasConfiguration alias, String version) {
        return version.equals(alias.functionVersion())
                || (alias.routingConfig() != null
                        && alias.routingConfig().additionalVersionWeights().containsKey(version));
    }
}
