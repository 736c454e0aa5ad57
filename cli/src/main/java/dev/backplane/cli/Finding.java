package dev.backplane.cli;

import java.util.Locale;

/**
 * What a check has found.
 *
 * @param cure what to do about it; empty if nothing
 */
record Finding(String check, State state, String detail, String cure) {

    /** How much it matters: a note is no problem for those who do not need it. */
    enum State {
        OK,
        NOTE,
        PROBLEM;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String detail) {
        return new Finding(check, State.OK, detail, "");
    }

    static Finding note(String check, String detail, String cure) {
        return new Finding(check, State.NOTE, detail, cure);
    }

    static Finding problem(String check, String detail, String cure) {
        return new Finding(check, State.PROBLEM, detail, cure);
    }
}
