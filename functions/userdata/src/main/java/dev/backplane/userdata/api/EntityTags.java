package dev.backplane.userdata.api;

import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Preconditions.Tags;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code If-Match} and {@code If-None-Match} of a write. */
final class EntityTags {

    private static final String TAG = "(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*+\"";
    private static final Pattern LIST = Pattern.compile(TAG + "(?:[ \\t]*,[ \\t]*" + TAG + ")*+");
    private static final Pattern EACH = Pattern.compile("(W/)?\"([^\"]*)\"");

    private EntityTags() {}

    static Supplier<Preconditions> of(Input input) {
        Supplier<Optional<Tags>> ifMatch = input.optionalHeader("If-Match", InputType.text(text -> parse(text, true)));
        Supplier<Optional<Tags>> ifNoneMatch =
                input.optionalHeader("If-None-Match", InputType.text(text -> parse(text, false)));
        return () -> new Preconditions(ifMatch.get(), ifNoneMatch.get());
    }

    private static Tags parse(String header, boolean strong) {
        String text = header.strip();
        if (text.equals("*")) {
            return new Tags(true, Set.of());
        }
        if (!LIST.matcher(text).matches()) {
            throw new IllegalArgumentException("must be * or entity tags in double quotes");
        }
        Set<String> tags = new HashSet<>();
        Matcher each = EACH.matcher(text);
        while (each.find()) {
            if (strong && each.group(1) != null) {
                throw new IllegalArgumentException("must not hold weak entity tags, which never match");
            }
            tags.add(each.group(2));
        }
        return new Tags(false, tags);
    }
}
