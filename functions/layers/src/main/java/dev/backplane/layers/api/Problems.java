package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PublicationId;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal layerNotFound(LayerId id) {
        return HttpResponse.problem(404, "LAYER_NOT_FOUND", "No layer of " + id + " exists.");
    }

    static Refusal versionNotFound(LayerId id, long version) {
        return HttpResponse.problem(
                404, "LAYER_NOT_FOUND", "No version " + version + " of the layer of " + id + " exists.");
    }

    static Refusal packageNotFound(PackageName name) {
        return HttpResponse.problem(404, "LAYER_NOT_FOUND", "No layer of " + name + " exists in any region.");
    }

    static Refusal publicationNotFound(PublicationId id) {
        return HttpResponse.problem(404, "PUBLICATION_NOT_FOUND", "No publication " + id + " exists.");
    }

    static Refusal buildNotFound(PackageName name) {
        return HttpResponse.problem(404, "BUILD_NOT_FOUND", "No build of " + name + " exists.");
    }

    static Refusal buildNotFound(PackageName name, long version) {
        return HttpResponse.problem(404, "BUILD_NOT_FOUND", "No build " + version + " of " + name + " exists.");
    }
}
