package dev.backplane.infra;

import java.util.List;
import java.util.Optional;

/**
 * Reports what to do if a tenant template and its version do not match.
 *
 * <p>Tenants are upgraded only when the version increases. A template that changes under the same version would reach
 * new tenants only.
 *
 * @param versionFile the file with the current version
 * @param linesFile the file with all versions
 * @param lines its lines, each a version and the hash of its template
 */
record TenantVersionGuard(String versionFile, String linesFile, List<String> lines) {

    /** Returns what must be done before the build can succeed, if anything. */
    Optional<String> complaint(String version, String hash) {
        Optional<String> recorded = lines.stream()
                .filter(line -> line.startsWith(version + " "))
                .map(line -> line.substring(version.length() + 1))
                .findFirst();
        if (recorded.isEmpty()) {
            return Optional.of(versionFile + " says " + version + ", which " + linesFile
                    + " does not know. Add this line to it: " + version + " " + hash);
        }
        if (recorded.get().equals(hash)) {
            return Optional.empty();
        }
        String next = next(version);
        return Optional.of("The template of tenant stacks has changed, but " + versionFile + " still says " + version
                + ". Raise " + versionFile + ", for instance to " + next + ", and add this line to " + linesFile + ": "
                + next + " " + hash);
    }

    private static String next(String version) {
        int dot = version.lastIndexOf('.') + 1;
        return version.substring(0, dot) + (Integer.parseInt(version.substring(dot)) + 1);
    }
}
