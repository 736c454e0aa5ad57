package dev.backplane.tenants.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Registration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The members of a registration in a request. */
final class RegistrationInput {

    private static final int MAX_ATTRIBUTES = 20;
    private static final int MAX_LENGTH = 256;
    private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private RegistrationInput() {}

    /**
     * Declares the members.
     *
     * @param tiers the tiers of the stage
     */
    static Supplier<Registration> declare(Input input, Set<String> tiers) {
        Supplier<Optional<String>> name = input.optionalBody("name", InputType.text(RegistrationInput::text));
        Supplier<Optional<String>> tier = input.optionalBody("tier", InputType.text(text -> tier(text, tiers)));
        Supplier<Optional<Map<String, String>>> attributes = input.optionalBody("attributes", attributes());
        return () -> Registration.of(name.get(), tier.get(), attributes.get().orElseGet(Map::of));
    }

    private static String text(String text) {
        if (text.isBlank()) {
            throw new InvalidValueException("must be 1 to " + MAX_LENGTH + " characters");
        }
        return value(text);
    }

    private static String value(String text) {
        if (text.codePointCount(0, text.length()) > MAX_LENGTH) {
            throw new InvalidValueException("must have at most " + MAX_LENGTH + " characters");
        }
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidValueException("must not have control characters");
        }
        return text;
    }

    private static String tier(String text, Set<String> tiers) {
        if (!tiers.contains(text)) {
            throw new InvalidValueException(
                    tiers.isEmpty() ? "must be absent: the stage has no tiers" : "must be one of the stage's tiers");
        }
        return text;
    }

    private static InputType<Map<String, String>> attributes() {
        return value -> {
            if (!(value instanceof Obj(var members)) || members.size() > MAX_ATTRIBUTES) {
                throw new InvalidValueException("must be an object with at most " + MAX_ATTRIBUTES + " members");
            }
            Map<String, String> attributes = new TreeMap<>();
            members.forEach((name, member) -> {
                if (!ATTRIBUTE.matcher(name).matches()) {
                    throw new InvalidValueException("must have names of 1 to 64 letters, digits, hyphens and"
                            + " underscores that begin with a letter");
                }
                if (!(member instanceof Text(String text))) {
                    throw new InvalidValueException("must have strings as values");
                }
                attributes.put(name, value(text));
            });
            return attributes;
        };
    }
}
