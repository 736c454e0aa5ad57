package dev.backplane.userdata;

import java.util.Optional;
import java.util.Set;

/** What must hold of a value for it to be written, as {@code If-Match} and {@code If-None-Match} say. */
public record Preconditions(Optional<Tags> ifMatch, Optional<Tags> ifNoneMatch) {

    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /**
     * The tags of one header.
     *
     * @param any whether the header names no tag but whatever there is
     */
    public record Tags(boolean any, Set<String> tags) {

        private boolean match(Optional<ETag> current) {
            return current.map(tag -> any || tags.contains(tag.toString())).orElse(false);
        }
    }

    /** Says whether a value may be written whose current tag is the given one; it has none when it is absent. */
    public boolean holdFor(Optional<ETag> current) {
        return ifMatch.map(tags -> tags.match(current)).orElse(true)
                && ifNoneMatch.map(tags -> !tags.match(current)).orElse(true);
    }

    /** Says whether only a value that is absent may be written. */
    public boolean areForAbsent() {
        return ifNoneMatch.filter(Tags::any).isPresent();
    }

    /** Returns the one tag that the value must have, if that is all that is asked. */
    public Optional<ETag> only() {
        return ifNoneMatch.isPresent()
                ? Optional.empty()
                : ifMatch.filter(tags -> tags.tags().size() == 1)
                        .flatMap(tags -> ETag.parse(tags.tags().iterator().next()));
    }
}
