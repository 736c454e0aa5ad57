package dev.backplane.platform.json;

/** A text is not JSON; the message says where and why, in words fit for the caller who sent it. */
public final class JsonSyntaxException extends Exception {

    JsonSyntaxException(String message, int position) {
        super(message + " at character " + (position + 1));
    }
}
