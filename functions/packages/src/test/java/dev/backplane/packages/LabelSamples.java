package dev.backplane.packages;

/** Switches with labels that are no types. */
final class LabelSamples {

    private LabelSamples() {}

    enum Color {
        RED,
        GREEN
    }

    static int ofTexts(String value) {
        return switch (value) {
            case "a" -> 1;
            case String text when text.length() > 3 -> 2;
            default -> 3;
        };
    }

    static int ofColors(Color value) {
        return switch (value) {
            case RED -> 1;
            case Color color when color.name().length() > 5 -> 2;
            case GREEN -> 3;
            default -> 4;
        };
    }

    static int ofBoth(Object value) {
        return switch (value) {
            case Color.RED -> 1;
            case String _ -> 2;
            default -> 3;
        };
    }
}
