package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Map;
import java.util.regex.Pattern;

/** The name of an AWS region, such as {@code eu-west-1}; it never contains a dot. */
public record RegionName(String value) {

    // As in the SDK's list of partitions.
    private static final Map<String, String> PARTITIONS = Map.of(
            "cn-", "aws-cn",
            "eusc-", "aws-eusc",
            "us-gov-", "aws-us-gov",
            "us-iso-", "aws-iso",
            "us-isob-", "aws-iso-b",
            "eu-isoe-", "aws-iso-e",
            "us-isof-", "aws-iso-f");

    private static final Pattern FORM = Pattern.compile("[a-z]{2,4}(-[a-z]{2,20}){1,3}-[0-9]{1,2}");

    /**
     * Parses a region.
     *
     * @throws InvalidValueException if the text is not a valid region, with a message for the caller
     */
    public static RegionName parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidValueException("must be the name of an AWS region");
        }
        return new RegionName(text);
    }

    /** Returns the partition of the region; all partitions but {@code aws} have their own region prefixes. */
    public String partition() {
        return PARTITIONS.entrySet().stream()
                .filter(prefix -> value.startsWith(prefix.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse("aws");
    }

    @Override
    public String toString() {
        return value;
    }
}
