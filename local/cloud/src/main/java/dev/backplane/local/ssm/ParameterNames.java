package dev.backplane.local.ssm;

import dev.backplane.local.account.Regions;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The rules for names of parameters.
 *
 * @see <a href="https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html">PutParameter</a>
 */
final class ParameterNames {

    private static final int MAX_LENGTH = 2048;
    private static final int MAX_LEVELS = 15;
    private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9_.-]+|(/[a-zA-Z0-9_.-]+)+");

    private ParameterNames() {}

    static String arn(String region, String name) {
        return Regions.arn("ssm", region, "parameter" + (name.startsWith("/") ? name : "/" + name));
    }

    /** Checks the name of a parameter that is to be written. */
    static void check(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw SsmException.invalid("1 validation error detected: Value at 'name' failed to satisfy constraint:"
                    + " Member must have length between 1 and " + MAX_LENGTH);
        }
        if (name.indexOf('/') > 0) {
            throw SsmException.invalid("Parameter name must be a fully qualified name.");
        }
        String first = name.substring(name.startsWith("/") ? 1 : 0).toLowerCase(Locale.ROOT);
        if (first.startsWith("aws")) {
            throw new SsmException("AccessDeniedException", "No access to reserved parameter name: " + name + ".");
        }
        if (first.startsWith("ssm") || !FORM.matcher(name).matches()) {
            throw SsmException.invalid("Parameter name: can't be prefixed with \"ssm\" (case-insensitive). If formed as"
                    + " a path, it can consist of sub-paths divided by slash symbol; each sub-path can be formed as a"
                    + " mix of letters, numbers and the following 3 symbols .-_");
        }
        if (name.chars().filter(c -> c == '/').count() > MAX_LEVELS) {
            throw new SsmException(
                    "HierarchyLevelLimitExceededException",
                    "A hierarchy can have a maximum of " + MAX_LEVELS + " levels.");
        }
    }

    /** Returns a path without a slash at its end. */
    static String checkedPath(String path) {
        if (path.equals("/")) {
            return "";
        }
        String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (!bare.startsWith("/") || !FORM.matcher(bare).matches()) {
            throw SsmException.invalid("The parameter doesn't meet the parameter name requirements. The parameter name"
                    + " must begin with a forward slash \"/\". It can't be prefixed with \\\"aws\\\" or \\\"ssm\\\""
                    + " (case-insensitive). It must use only letters, numbers, or the following symbols: . (period), -"
                    + " (hyphen), _ (underscore). Special characters are not allowed. All sub-paths, if specified, must"
                    + " use the forward slash symbol \"/\". Valid example: /get/parameters2-/by1./path0_.");
        }
        return bare;
    }
}
