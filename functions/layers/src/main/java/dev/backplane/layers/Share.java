package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.List;
import java.util.Optional;

/**
 * Who may use a published layer besides the stage's own account.
 *
 * @param organizationId all accounts of an organization
 * @param accounts single accounts
 */
public record Share(Optional<String> organizationId, List<String> accounts) {

    /** Only the stage's own account. */
    public static final Share NONE = new Share(Optional.empty(), List.of());

    /** Each account is a statement of a policy, whose size Lambda limits to 20 KB. */
    public static final int MAX_ACCOUNTS = 20;

    public Share {
        accounts = accounts.stream().distinct().sorted().toList();
    }

    /**
     * Parses the id of an organization.
     *
     * @throws InvalidValueException if the text is not one, with a message for the caller
     */
    public static String organization(String text) {
        if (!text.matches("o-[a-z0-9]{10,32}")) {
            throw new InvalidValueException("must be the id of an organization, such as o-a1b2c3d4e5");
        }
        return text;
    }

    /**
     * Parses the id of an account.
     *
     * @throws InvalidValueException if the text is not one, with a message for the caller
     */
    public static String account(String text) {
        if (!text.matches("[0-9]{12}")) {
            throw new InvalidValueException("must be an account id of 12 digits");
        }
        return text;
    }
}
