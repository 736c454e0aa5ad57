package dev.backplane.platform;

/** The names of functions that have no {@code Operation}: that of the handler class, without {@code Handler}. */
public final class FunctionName {

    private static final String SUFFIX = "Handler";

    private FunctionName() {}

    /** Returns the name that a handler's function is deployed, measured and logged under. */
    public static String of(Class<?> handler) {
        String name = handler.getSimpleName();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
}
