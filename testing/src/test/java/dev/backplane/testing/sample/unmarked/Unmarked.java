package dev.backplane.testing.sample.unmarked;

/** A type in a package without null annotations. */
public final class Unmarked {

    private Unmarked() {}
}
