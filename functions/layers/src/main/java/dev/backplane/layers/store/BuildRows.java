package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.BUILD_VERSION;
import static dev.backplane.layers.store.Attributes.CREATED;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.SK;

import dev.backplane.layers.Build;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts between builds and their rows. */
final class BuildRows {

    private BuildRows() {}

    static Item toItem(Build build, Actor actor) {
        return describe(new BuildKey(build.name(), build.version()).attributes(), build)
                .text(Attributes.ACTOR, actor.text())
                .build();
    }

    static Item toPointer(Build latest) {
        return describe(BuildKey.pointer(latest.name()), latest)
                .number(MAX_VERSION, latest.version())
                .build();
    }

    private static Item.Builder describe(Map<String, AttributeValue> key, Build build) {
        Item.Builder item = LayerRows.keyed(key)
                .text(PACKAGE, build.name().value())
                .number(BUILD_VERSION, build.version())
                .text(PACKAGE_VERSION, build.packageVersion().value())
                .text(CREATED, Times.format(build.created()));
        LayerRows.requirements(item, build.requirements());
        return item;
    }

    /** Reads the row of a build. */
    static Build toBuild(Item item) {
        Build build = read(item);
        return checked(item, build, new BuildKey(build.name(), build.version()).attributes());
    }

    /** Reads the latest build from its pointer. */
    static Build toLatest(Item pointer) {
        Build build = read(pointer);
        return checked(pointer, build, BuildKey.pointer(build.name()));
    }

    private static Build checked(Item item, Build build, Map<String, AttributeValue> key) {
        if (!Attributes.key(item.text(PK), item.text(SK)).equals(key)) {
            throw new InvalidValueException("build under the wrong key; expected " + key.values());
        }
        return build;
    }

    private static Build read(Item item) {
        return new Build(
                PackageName.parse(item.text(PACKAGE)),
                item.number(BUILD_VERSION),
                new PackageVersion(item.text(PACKAGE_VERSION)),
                LayerRows.requirements(item).orElseThrow(() -> new InvalidValueException("build without requirements")),
                Times.parse(item.text(CREATED)));
    }
}
