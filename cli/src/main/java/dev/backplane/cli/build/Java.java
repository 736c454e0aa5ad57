package dev.backplane.cli.build;

import java.nio.file.Path;

/** The JDK of this process, with which commands start others. */
public final class Java {

    private Java() {}

    public static String program() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
