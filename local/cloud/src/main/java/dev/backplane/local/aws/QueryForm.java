package dev.backplane.local.aws;

import dev.backplane.local.http.Form;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The parameters of a call in AWS's query protocol. */
public final class QueryForm {

    static final QueryForm EMPTY = new QueryForm(Map.of());
    private static final String MEMBER = ".member.";

    private final Map<String, String> values;

    private QueryForm(Map<String, String> values) {
        this.values = values;
    }

    static QueryForm parse(byte[] content) {
        Map<String, String> values = new LinkedHashMap<>();
        try {
            Form.parse(new String(content, StandardCharsets.UTF_8))
                    .forEach((name, given) -> values.put(name, given.getFirst()));
        } catch (BadEscapeException notAForm) {
            return EMPTY;
        }
        return new QueryForm(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns the elements of a list of structures, as maps of their members. */
    public List<Map<String, String>> structures(String list) {
        List<Map<String, String>> structures = new ArrayList<>();
        for (int i = 1; ; i++) {
            Map<String, String> structure = membersOf(list + MEMBER + i + ".");
            if (structure.isEmpty()) {
                return structures;
            }
            structures.add(structure);
        }
    }

    /** Returns the elements of a list of texts. */
    public List<String> texts(String list) {
        List<String> texts = new ArrayList<>();
        for (int i = 1; values.containsKey(list + MEMBER + i); i++) {
            text(list + MEMBER + i).ifPresent(texts::add);
        }
        return texts;
    }

    /** Returns the top-level names of all parameters. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        values.keySet().forEach(name -> names.add(name.contains(".") ? name.substring(0, name.indexOf('.')) : name));
        return names;
    }

    private Map<String, String> membersOf(String prefix) {
        Map<String, String> members = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                members.put(name.substring(prefix.length()), value);
            }
        });
        return members;
    }
}
