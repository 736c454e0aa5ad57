package dev.backplane.platform.rehearsal;

import java.util.List;

/** The runtime client of Lambda, as far as it has things to do for the first time after a restore. */
final class RuntimeClient {

    private static final String PACKAGE = "com.amazonaws.services.lambda.";
    private static final List<String> TYPES = List.of(
            PACKAGE + "runtime.LambdaRuntimeInternal",
            PACKAGE + "runtime.api.client.api.LambdaContext",
            PACKAGE + "runtime.api.client.util.ConcurrencyConfig",
            "sun.net.www.protocol.http.EmptyInputStream");

    private RuntimeClient() {}

    /** Has them done, unless it is another client than we know. */
    static void rehearse() {
        for (String name : TYPES) {
            try {
                type(name);
            } catch (ClassNotFoundException e) {
                // It does without.
            }
        }
        try {
            restoreNothing();
        } catch (ReflectiveOperationException e) {
            // As above.
        }
    }

    /** Restores a snapshot in which nobody has a hook. */
    private static void restoreNothing() throws ReflectiveOperationException {
        Class<?> context = type(PACKAGE + "crac.Context");
        Object hooks = type(PACKAGE + "crac.ContextImpl").getConstructor().newInstance();
        context.getMethod("afterRestore", context).invoke(hooks, (Object) null);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, true, ClassLoader.getSystemClassLoader());
    }
}
