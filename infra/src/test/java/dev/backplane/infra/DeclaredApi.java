package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The API of a service's stack, with the operations that the service's code declares.
 *
 * @param operations all operations that the code declares, found independently of infra
 */
record DeclaredApi(String stack, Map<Class<?>, Operation> operations) {

    private static final TestApp APP = TestApp.dev();

    /** Finds the operations in the package of a handler. */
    static DeclaredApi of(String stack, Class<? extends HttpHandler> handler) {
        Map<Class<?>, Operation> operations = new HashMap<>();
        new ClassFileImporter()
                .importPackagesOf(handler).stream()
                        .map(type -> type.reflect())
                        .filter(HttpHandler.class::isAssignableFrom)
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .forEach(type -> operations.put(type, operationOf(type)));
        return new DeclaredApi(stack, operations);
    }

    private static Operation operationOf(Class<?> handler) {
        try {
            return (Operation) handler.getField("OPERATION").get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(handler + " declares no operation", e);
        }
    }

    /** Applies a function to each declared route. */
    List<String> eachRoute(BiFunction<Operation, Route, String> what) {
        return operations.values().stream()
                .flatMap(operation -> operation.routes().stream().map(route -> what.apply(operation, route)))
                .toList();
    }

    List<String> routeKeys() {
        return properties("AWS::ApiGatewayV2::Route")
                .map(route -> route.get("RouteKey").asText())
                .toList();
    }

    JsonNode route(Route route) {
        return properties("AWS::ApiGatewayV2::Route")
                .filter(candidate -> candidate.get("RouteKey").asText().equals(route.key()))
                .findFirst()
                .orElseThrow();
    }

    Stream<JsonNode> properties(String type) {
        return APP.properties(stack, type).stream();
    }

    JsonNode only(String type) {
        List<JsonNode> all = APP.properties(stack, type);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    String authorizerId() {
        return APP.resources(stack, "AWS::ApiGatewayV2::Authorizer")
                .keySet()
                .iterator()
                .next();
    }

    JsonNode resource(String id) {
        return APP.resource(stack, id).get("Properties");
    }

    JsonNode functionBehind(String aliasId) {
        JsonNode alias = resource(aliasId);
        assertThat(alias.get("Name").asText()).isEqualTo("live");
        return resource(alias.at("/FunctionName/Ref").asText());
    }

    @Override
    public String toString() {
        return stack;
    }
}
