package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;

/** The service's problems that several operations answer. */
final class Problems {

    private Problems() {}

    static Refusal layerNotFound(LayerId id) {
        return HttpResponse.problem(404, "LAYER_NOT_FOUND", "There is no layer of " + id + ".");
    }

    static Refusal versionNotFound(LayerId id, long version) {
        return HttpResponse.problem(
                404, "LAYER_NOT_FOUND", "There is no version " + version + " of the layer of " + id + ".");
    }

    static Refusal packageNotFound(PackageName name) {
        return HttpResponse.problem(404, "LAYER_NOT_FOUND", "There is no layer of " + name + " in any region.");
    }

    static Refusal buildNotFound(PackageName name) {
        return HttpResponse.problem(404, "BUILD_NOT_FOUND", "There is no build of " + name + ".");
    }

    static Refusal buildNotFound(PackageName name, long version) {
        return HttpResponse.problem(404, "BUILD_NOT_FOUND", "There is no build " + version + " of " + name + ".");
    }
}
