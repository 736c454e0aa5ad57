package dev.backplane.userdata;

import dev.backplane.platform.http.EntityTags;
import java.util.Optional;

/** What must hold of a value for it to be written, as {@code If-Match} and {@code If-None-Match} say. */
public record Preconditions(Optional<EntityTags> ifMatch, Optional<EntityTags> ifNoneMatch) {

    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /** Says whether a value may be written whose current tag is the given one; it has none when it is absent. */
    public boolean holdFor(Optional<ETag> current) {
        Optional<String> tag = current.map(ETag::toString);
        return ifMatch.map(tags -> tags.matchStrongly(tag)).orElse(true)
                && ifNoneMatch.map(tags -> !tags.matchWeakly(tag)).orElse(true);
    }

    /** Says whether only a value that is absent may be written. */
    public boolean areForAbsent() {
        return ifNoneMatch.filter(EntityTags::any).isPresent();
    }

    /** Returns the one tag that the value must have, if that is all that is asked. */
    public Optional<ETag> only() {
        return ifNoneMatch.isPresent()
                ? Optional.empty()
                : ifMatch.filter(tags -> tags.strong().size() == 1)
                        .flatMap(tags -> ETag.parse(tags.strong().iterator().next()));
    }
}
