package dev.backplane.infra.constructs;

import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import java.util.function.BiConsumer;

/**
 * One HTTP operation of a service, the handler that serves it, and what that handler may call.
 *
 * @param <T> what the service keeps its data in
 */
public record Endpoint<T>(
        Operation operation, Class<? extends HttpHandler> handler, BiConsumer<ServiceFunction, T> grants) {}
