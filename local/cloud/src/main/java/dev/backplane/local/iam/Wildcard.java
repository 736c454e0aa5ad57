package dev.backplane.local.iam;

import java.util.regex.Pattern;

/** A pattern with the wildcards {@code *} and {@code ?}. */
final class Wildcard {

    private final String text;
    private final Pattern pattern;

    private Wildcard(String text, int flags) {
        this.text = text;
        StringBuilder regex = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(Character.toString(character)));
            }
        });
        this.pattern = Pattern.compile(regex.toString(), flags | Pattern.DOTALL);
    }

    /** Creates a case-insensitive action pattern. */
    static Wildcard ofAction(String text) {
        return new Wildcard(text, Pattern.CASE_INSENSITIVE);
    }

    static Wildcard ofResource(String text) {
        return new Wildcard(text, 0);
    }

    boolean matches(String value) {
        return text.equals(value) || pattern.matcher(value).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
