package dev.backplane.local.apigateway;

import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merged routes of all HTTP APIs, served on one port. */
final class RouteTable {

    private final List<ApiRoute> mostSpecificFirst;

    /** @throws TemplateException if two routes match the same requests */
    RouteTable(List<ApiRoute> routes) {
        Map<String, ApiRoute> byShape = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (ApiRoute route : routes) {
            ApiRoute other = byShape.putIfAbsent(route.key().shape(), route);
            if (other != null) {
                problems.add(
                        "route " + route.key().text() + " of " + route.api().resource() + " is also "
                                + other.key().text() + " of " + other.api().resource()
                                + "; the local cloud supports all APIs on one port");
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        mostSpecificFirst = routes.stream()
                .sorted(Comparator.comparing(ApiRoute::key, RouteKey.MOST_SPECIFIC_FIRST))
                .toList();
    }

    List<String> keys() {
        return mostSpecificFirst.stream().map(route -> route.key().text()).toList();
    }

    /**
     * A matching route.
     *
     * @param path the decoded path
     * @param pathParameters the path variables
     */
    record Match(ApiRoute route, String path, Map<String, String> pathParameters) {}

    /**
     * Returns the route of an encoded path.
     *
     * <p>As in HTTP APIs, the whole path is decoded before it is matched: {@code %2F} is a slash like any other, and
     * everything after a decoded question mark is dropped.
     *
     * @see <a href="https://github.com/aws/aws-lambda-dotnet/pull/1901">AWS's test tool: paths are decoded</a>
     * @see <a href="https://github.com/middleapi/standard-server/pull/93">Live captures: cut at a decoded {@code ?}</a>
     */
    Optional<Match> match(String method, String encodedPath) throws BadEscapeException {
        String path = decoded(encodedPath);
        List<String> segments = RouteKey.split(path);
        return mostSpecificFirst.stream()
                .filter(route -> route.key().takes(method))
                .flatMap(route -> route.key().match(segments).map(values -> new Match(route, path, values)).stream())
                .findFirst();
    }

    /** Returns the API that a path belongs to: on AWS each has its own host, here the first segment distinguishes them. */
    Optional<ApiRoute.HttpApi> apiOf(String encodedPath) throws BadEscapeException {
        String first = RouteKey.split(decoded(encodedPath)).getFirst();
        return mostSpecificFirst.stream()
                .filter(route -> route.key().startsWith(first))
                .map(ApiRoute::api)
                .findFirst();
    }

    private static String decoded(String encodedPath) throws BadEscapeException {
        String decoded = PercentEncoding.decodePath(encodedPath);
        int question = decoded.indexOf('?');
        return question < 0 ? decoded : decoded.substring(0, question);
    }
}
