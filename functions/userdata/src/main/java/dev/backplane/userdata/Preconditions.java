package dev.backplane.userdata;

import dev.backplane.platform.http.EntityTags;
import java.util.Optional;

/** The preconditions of a write, from {@code If-Match} and {@code If-None-Match}. */
public record Preconditions(Optional<EntityTags> ifMatch, Optional<EntityTags> ifNoneMatch) {

    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /** Returns whether a value with this tag may be written; an absent value has no tag. */
    public boolean holdFor(Optional<ETag> current) {
        Optional<String> tag = current.map(ETag::toString);
        return ifMatch.map(tags -> tags.matchStrongly(tag)).orElse(true)
                && ifNoneMatch.map(tags -> !tags.matchWeakly(tag)).orElse(true);
    }

    /** Returns whether the value must be absent. */
    public boolean areForAbsent() {
        return ifNoneMatch.filter(EntityTags::any).isPresent();
    }

    /** Returns the tag that the value must have, if the preconditions require nothing else. */
    public Optional<ETag> only() {
        return ifNoneMatch.isPresent()
                ? Optional.empty()
                : ifMatch.filter(tags -> tags.strong().size() == 1)
                        .flatMap(tags -> ETag.parse(tags.strong().iterator().next()));
    }
}
