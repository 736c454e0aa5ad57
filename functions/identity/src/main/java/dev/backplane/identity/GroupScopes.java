package dev.backplane.identity;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The scopes that each group gives its members.
 *
 * <p>All people can access their own data. Each group includes the permissions of the group before it.
 */
public final class GroupScopes {

    /** A group of the user pool; groups of other names give no scopes. */
    public enum Group {
        VIEWER("viewer", "Reads everything", "read"),
        OPERATOR("operator", "Reads and changes everything", "read write service"),
        ADMIN("admin", "Administers everything", "read write service admin");

        private final String value;
        private final String description;
        private final String accesses;

        Group(String value, String description, String accesses) {
            this.value = value;
            this.description = description;
            this.accesses = accesses;
        }

        /** Returns the group's name in the user pool. */
        public String value() {
            return value;
        }

        public String description() {
            return description;
        }
    }

    private static final String EVERYBODY = "self";

    private GroupScopes() {}

    /**
     * Returns the scopes of a person who is in these groups.
     *
     * @param all every scope of the suite, such as {@code backplane/pool.read}
     */
    public static List<String> of(Collection<String> groups, Collection<String> all) {
        Set<String> accesses = new HashSet<>(Set.of(EVERYBODY));
        for (Group group : Group.values()) {
            if (groups.contains(group.value)) {
                accesses.addAll(List.of(group.accesses.split(" ", -1)));
            }
        }
        return all.stream()
                .filter(scope -> accesses.contains(scope.substring(scope.lastIndexOf('.') + 1)))
                .sorted()
                .toList();
    }
}
