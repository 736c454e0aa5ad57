package dev.backplane.platform.json;

/** A text is not JSON; the message gives the position and reason for the caller. */
public final class JsonSyntaxException extends Exception {

    JsonSyntaxException(String message, int position) {
        super(message + " at character " + (position + 1));
    }
}
