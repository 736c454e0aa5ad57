package dev.backplane.infra.constructs;

import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import java.util.function.BiConsumer;

/**
 * One HTTP operation of a service, with its handler and permissions.
 *
 * @param <T> the resources of the service
 */
public record Endpoint<T>(
        Operation operation, Class<? extends HttpHandler> handler, BiConsumer<ServiceFunction, T> grants) {}
