package dev.backplane.infra.settings;

/** The packaging of a stage's functions, which determines how they start. */
public enum Packaging {
    /** On Lambda's managed Java runtime, from a snapshot taken when a version is published. */
    SNAPSTART,
    /** On Lambda's OS-only runtime, with a Java runtime and an AOT cache trained in the build. */
    AOT
}
