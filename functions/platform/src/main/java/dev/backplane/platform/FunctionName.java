package dev.backplane.platform;

/** Names of functions that have no {@code Operation}: the name of the handler class without {@code Handler}. */
public final class FunctionName {

    private static final String SUFFIX = "Handler";

    private FunctionName() {}

    /** Returns the name under which a handler's function is deployed, measured and logged. */
    public static String of(Class<?> handler) {
        String name = handler.getSimpleName();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
}
