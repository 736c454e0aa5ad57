package dev.backplane.layers;

import java.util.regex.Pattern;

/** The name of an AWS region, such as {@code eu-west-1}; it never holds a dot. */
public record RegionName(String value) {

    private static final Pattern FORM = Pattern.compile("[a-z]{2}(-[a-z]{2,20}){1,3}-[0-9]{1,2}");

    /**
     * Reads a region.
     *
     * @throws IllegalArgumentException when the text is not one, with a message for the caller
     */
    public static RegionName parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("must be the name of an AWS region");
        }
        return new RegionName(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
