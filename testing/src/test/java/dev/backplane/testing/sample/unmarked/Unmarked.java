package dev.backplane.testing.sample.unmarked;

/** A type in a package that says nothing of null. */
public final class Unmarked {

    private Unmarked() {}
}
