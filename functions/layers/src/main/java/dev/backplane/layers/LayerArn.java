package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ARN of a layer version.
 *
 * @param version the number in Lambda, which differs from the registry's version number
 */
public record LayerArn(String value, String partition, RegionName region, String account, long version) {

    private static final Pattern FORM = Pattern.compile(
            "arn:(aws(?:-[a-z]+)*):lambda:([a-z0-9-]+):([0-9]{12}):layer:[A-Za-z0-9_-]{1,140}:([1-9][0-9]{0,17})");

    /**
     * Parses an ARN.
     *
     * @throws InvalidValueException if the text is not the ARN of a layer version, with a message for the caller
     */
    public static LayerArn parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException("must be the ARN of a layer version");
        }
        return new LayerArn(
                text,
                matcher.group(1),
                RegionName.parse(matcher.group(2)),
                matcher.group(3),
                Long.parseLong(matcher.group(4)));
    }

    /** Returns the ARN of the layer itself, without a version. */
    public String layer() {
        return value.substring(0, value.lastIndexOf(':'));
    }

    public String name() {
        return layer().substring(layer().lastIndexOf(':') + 1);
    }

    @Override
    public String toString() {
        return value;
    }
}
