package dev.backplane.infra.settings;

/** How the functions of a stage are packed, and thereby how they start. */
public enum Packaging {
    /** On Lambda's Java, from a snapshot that is taken when a version is published. */
    SNAPSTART,
    /** On Lambda's plain Linux, with a Java of their own that was trained in the build. */
    AOT
}
