package dev.backplane.local.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.platform.Platform;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** The class that a function's {@code Handler} property names. */
final class HandlerClass {

    private static final String METHOD_MARK = "::";

    private final Constructor<? extends RequestStreamHandler> constructor;

    private HandlerClass(Constructor<? extends RequestStreamHandler> constructor) {
        this.constructor = constructor;
    }

    /** Finds the class without initializing it. */
    static HandlerClass find(String handler) throws ReflectiveOperationException {
        int mark = handler.indexOf(METHOD_MARK);
        String className = mark < 0 ? handler : handler.substring(0, mark);
        Class<?> found = Class.forName(className, false, HandlerClass.class.getClassLoader());
        return new HandlerClass(found.asSubclass(RequestStreamHandler.class).getConstructor(Platform.class));
    }

    static List<String> problems(TemplateResource function) {
        String handler = function.properties().path("Handler").asText();
        try {
            find(handler);
            return List.of();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError failure) {
            return List.of("handler " + handler
                    + " is not a RequestStreamHandler on the class path that takes a Platform (" + failure + ")");
        }
    }

    /** Creates the handler. Exceptions of its constructor are passed on unchanged. */
    RequestStreamHandler create(Platform platform) throws Exception {
        try {
            return constructor.newInstance(platform);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }
}
