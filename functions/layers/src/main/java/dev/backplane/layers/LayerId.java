package dev.backplane.layers;

/** A layer: one package in one region. */
public record LayerId(RegionName region, PackageName name) {

    @Override
    public String toString() {
        return name + " in " + region;
    }
}
