package dev.backplane.platform.http;

import java.util.Arrays;

/** Preconditions on entity tags, as RFC 9110 compares them. */
final class EntityTags {

    private EntityTags() {}

    /** Says whether one of the tags in an {@code If-None-Match} header is the given one; weak marks do not matter. */
    static boolean matchesWeakly(String header, String tag) {
        return header.strip().equals("*")
                || Arrays.stream(header.split(",", -1))
                        .map(String::strip)
                        .map(EntityTags::withoutWeakMark)
                        .anyMatch(withoutWeakMark(tag)::equals);
    }

    private static String withoutWeakMark(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
