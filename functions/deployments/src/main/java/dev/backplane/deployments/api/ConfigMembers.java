package dev.backplane.deployments.api;

import dev.backplane.deployments.SiteConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parts of a configuration as members of an answer. */
final class ConfigMembers {

    private ConfigMembers() {}

    /** Returns the parts that there are. */
    static Map<String, String> known(SiteConfig config) {
        Map<String, String> members = new LinkedHashMap<>();
        parts(config).forEach((name, json) -> json.ifPresent(known -> members.put(name, known)));
        return members;
    }

    /** Returns all parts; one that there is not is null. */
    static Map<String, String> all(SiteConfig config) {
        Map<String, String> members = new LinkedHashMap<>();
        parts(config).forEach((name, json) -> members.put(name, json.orElse("null")));
        return members;
    }

    private static Map<String, Optional<String>> parts(SiteConfig config) {
        Map<String, Optional<String>> parts = new LinkedHashMap<>();
        parts.put("routes", config.routes());
        parts.put("lambdaRoutes", config.lambdaRoutes());
        parts.put("prerenders", config.prerenders());
        return parts;
    }
}
