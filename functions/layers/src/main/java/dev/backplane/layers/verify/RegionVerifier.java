package dev.backplane.layers.verify;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Finding;
import dev.backplane.layers.Finding.Kind;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.parameters.ParameterStore;
import dev.backplane.layers.parameters.ParameterWriter;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerPosition;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Verifies the layers of one region at a time and collects the findings.
 *
 * <p>What differs at first sight is read again, consistently, before it is a finding.
 */
final class RegionVerifier {

    /** The number of rows of the index in one step. */
    private static final int ROWS = 10;

    private final Sources sources;
    private final boolean repair;
    private final List<Finding> findings = new ArrayList<>();
    private int repaired;
    private int checked;

    RegionVerifier(Sources sources, boolean repair) {
        this.sources = sources;
        this.repair = repair;
    }

    List<Finding> findings() {
        return findings;
    }

    int repaired() {
        return repaired;
    }

    int checked() {
        return checked;
    }

    /** Verifies the registered layers of one page of the index; returns where the next page begins. */
    Optional<String> verifyRegistered(RegionName region, Optional<String> after) {
        Page<Layer, LayerPosition> page =
                sources.layers().listDeployedInRegion(region, ROWS, after.map(LayerPosition::parse));
        Instant now = Times.now(sources.clock());
        Map<LayerId, List<Layer>> live = new HashMap<>();
        for (Layer layer : page.items()) {
            List<Layer> versions = live.computeIfAbsent(layer.id(), sources.targets()::listLive);
            // Each layer once, at its newest version. Usually that is the latest.
            if (versions.stream().noneMatch(other -> other.version() > layer.version() && !other.isExpired(now))) {
                verifyLayer(layer.id(), versions);
            }
        }
        return page.next().map(LayerPosition::toString);
    }

    private void verifyLayer(LayerId id, List<Layer> versions) {
        checked++;
        // Twice, because the pointer may move between the two reads.
        if (IntStream.range(0, 2).noneMatch(_ -> isPointerRight(id, versions))) {
            findings.add(
                    Finding.of(Kind.POINTER_MISMATCH, id.region(), id.name().value()));
        }
        sources.parameters().ifPresent(store -> verifyParameters(store, id, versions));
        verifyExistence(versions);
    }

    private boolean isPointerRight(LayerId id, List<Layer> versions) {
        Optional<Layer> latest;
        try {
            latest = sources.targets().latest(id);
        } catch (InvalidValueException _) {
            return false;
        }
        return latest.stream().allMatch(this::isLatest)
                && versions.stream()
                        .filter(version -> version.status() == DeployStatus.LATEST)
                        .filter(version -> latest.stream().noneMatch(named -> named.version() == version.version()))
                        .noneMatch(this::isLatest);
    }

    private boolean isLatest(Layer layer) {
        return sources.targets()
                .live(new LayerKey(layer.id(), layer.version()))
                .filter(row -> row.status() == DeployStatus.LATEST && row.arn().equals(layer.arn()))
                .isPresent();
    }

    private void verifyParameters(ParameterStore store, LayerId id, List<Layer> versions) {
        Map<LayerParameter, LayerArn> wanted = new LinkedHashMap<>();
        findLatest(id).ifPresent(latest -> wanted.put(LayerParameter.latest(id), latest.arn()));
        versions.stream()
                .sorted((one, other) -> Long.compare(other.version(), one.version()))
                .forEach(version -> wanted.putIfAbsent(LayerParameter.of(id, version.packageVersion()), version.arn()));
        Map<LayerParameter, String> values = store.read(id.region(), wanted.keySet());
        wanted.forEach((parameter, arn) -> {
            if (!arn.value().equals(values.get(parameter))) {
                suspect(store, parameter);
            }
        });
    }

    /** Returns the latest version; empty also if the pointer is damaged, which is a finding of its own. */
    private Optional<Layer> findLatest(LayerId id) {
        try {
            return sources.targets().latest(id);
        } catch (InvalidValueException _) {
            return Optional.empty();
        }
    }

    /** Reports a parameter that is still wrong when it is read again, and repairs it if requested. */
    private void suspect(ParameterStore store, LayerParameter parameter) {
        Optional<String> value = Optional.ofNullable(
                store.read(parameter.id().region(), List.of(parameter)).get(parameter));
        try {
            compare(store, parameter, value);
        } catch (InvalidValueException _) {
            Finding finding = new Finding(
                    Kind.ROW_UNREADABLE, parameter.id().region(), store.name(parameter), Optional.empty(), value);
            // Both the rows and SSM's list lead to the same parameter.
            if (!findings.contains(finding)) {
                findings.add(finding);
            }
        }
    }

    private void compare(ParameterStore store, LayerParameter parameter, Optional<String> value) {
        Optional<String> target = sources.targets()
                .of(parameter, value.flatMap(ParameterWriter::arn), Set.of())
                .map(LayerArn::value);
        if (target.equals(value)) {
            return;
        }
        Kind kind = value.isEmpty()
                ? Kind.PARAMETER_MISSING
                : target.isEmpty() ? Kind.PARAMETER_ORPHANED : Kind.PARAMETER_STALE;
        findings.add(new Finding(kind, parameter.id().region(), store.name(parameter), target, value));
        if (repair) {
            new ParameterWriter(store, sources.targets()).correct(parameter.id(), Map.of(parameter, Set.of()));
            repaired++;
        }
    }

    private void verifyExistence(List<Layer> versions) {
        Map<String, List<Layer>> byLayer = versions.stream()
                .filter(version -> sources.mayList(version.arn()))
                .collect(Collectors.groupingBy(version -> version.arn().layer()));
        byLayer.forEach((layer, registered) -> {
            Set<String> existing = new HashSet<>(
                    sources.lambda().versions(registered.getFirst().id().region(), layer));
            registered.stream()
                    .filter(version -> !existing.contains(version.arn().value()))
                    .filter(version -> sources.targets()
                            .live(new LayerKey(version.id(), version.version()))
                            .isPresent())
                    .forEach(version -> findings.add(Finding.of(
                            Kind.LAYER_MISSING,
                            version.id().region(),
                            version.arn().value())));
        });
    }

    /** Verifies one page of Lambda's list of layers; returns where the next page begins. */
    Optional<String> verifyLambda(RegionName region, Optional<String> after) {
        Page<String, String> page = sources.lambda().layers(region, after);
        for (String layer : page.items()) {
            if (layer.substring(layer.lastIndexOf(':') + 1)
                    .startsWith(sources.limits().namePrefix())) {
                checked++;
                List<LayerArn> arns = sources.lambda().versions(region, layer).stream()
                        .map(LayerArn::parse)
                        .toList();
                sources.targets()
                        .findings(arns)
                        .forEach((arn, kind) -> findings.add(Finding.of(kind, region, arn.value())));
            }
        }
        return page.next();
    }

    /** Verifies that layers belong to one page of SSM's list of parameters; returns where the next page begins. */
    Optional<String> verifyParameters(RegionName region, Optional<String> after) {
        if (sources.parameters().isEmpty()) {
            return Optional.empty();
        }
        ParameterStore store = sources.parameters().get();
        Page<ParameterStore.Listed, String> page = store.list(region, after);
        for (ParameterStore.Listed listed : page.items()) {
            checked++;
            listed.parameter()
                    .ifPresentOrElse(
                            parameter -> verifyOwner(store, parameter, listed.value()),
                            () -> findings.add(Finding.of(Kind.PARAMETER_UNKNOWN, region, listed.name())));
        }
        return page.next();
    }

    private void verifyOwner(ParameterStore store, LayerParameter parameter, String value) {
        if (!hasOwner(parameter, value)) {
            suspect(store, parameter);
        }
    }

    private boolean hasOwner(LayerParameter parameter, String value) {
        try {
            return sources.targets()
                    .of(parameter, ParameterWriter.arn(value), Set.of())
                    .isPresent();
        } catch (InvalidValueException _) {
            return false;
        }
    }

    /** Reports a service that cannot be read in a region. */
    void unreadable(RegionName region, String service, String reason) {
        findings.add(new Finding(Kind.REGION_UNREADABLE, region, service, Optional.empty(), Optional.of(reason)));
    }
}
