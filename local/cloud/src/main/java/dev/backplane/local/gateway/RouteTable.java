package dev.backplane.local.gateway;

import dev.backplane.local.http.Percent;
import dev.backplane.local.http.Percent.BadEscapeException;
import dev.backplane.local.template.TemplateException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes of all HTTP APIs, merged, so that one port serves them all. */
final class RouteTable {
    private final List<ApiRoute> mostSpecificFirst;

    /** @throws TemplateException when two routes match the same requests */
    RouteTable(List<ApiRoute> routes) {
        Map<String, ApiRoute> byShape = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (ApiRoute route : routes) {
            ApiRoute other = byShape.putIfAbsent(route.key().shape(), route);
            if (other != null) {
                problems.add(
                        "route " + route.key().text() + " of " + route.api().resource() + " is also "
                                + other.key().text() + " of " + other.api().resource()
                                + ", and the local cloud serves all APIs on one port");
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        mostSpecificFirst = routes.stream()
                .sorted(Comparator.comparing(ApiRoute::key, RouteKey.MOST_SPECIFIC_FIRST))
                .toList();
    }

    /** A route that takes the request, and the values of its variables. */
    record Match(ApiRoute route, Map<String, String> pathParameters) {}

    /** The route for a path that is still encoded. */
    Optional<Match> match(String method, String path) throws BadEscapeException {
        List<String> segments = new ArrayList<>();
        for (String segment : RouteKey.split(path)) {
            segments.add(Percent.decodePath(segment)); // after the split: an encoded slash stays in its segment
        }
        return mostSpecificFirst.stream()
                .filter(route -> route.key().takes(method))
                .flatMap(route -> route.key().match(segments).map(values -> new Match(route, values)).stream())
                .findFirst();
    }
}
