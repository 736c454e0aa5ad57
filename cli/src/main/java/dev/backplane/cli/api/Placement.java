package dev.backplane.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.cli.http.Call;
import dev.backplane.cli.http.Failure;
import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the value of a parameter goes in a call, and in which form. */
public enum Placement {
    PATH {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.path(member, values.getFirst());
        }
    },
    /** An alias such as {@code example.com/docs}, whose slashes separate segments of the path. */
    ALIAS_PATH {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.aliasPath(member, values.getFirst());
        }
    },
    QUERY {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.query(member, values.getFirst());
        }
    },
    QUERY_FLAG {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.query(member, "true");
        }
    },
    HEADER {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.header(member, values.getFirst());
        }
    },
    /** A URL, of which the API takes host name and path. */
    URL {
        @Override
        public void put(Call call, String member, List<String> values) {
            String text = values.getFirst();
            try {
                URI url = new URI(text.contains("://") ? text : "https://" + text);
                if (url.getHost() != null) {
                    call.query("hostname", url.getHost());
                    call.query(
                            "path",
                            Optional.of(url.getPath())
                                    .filter(path -> !path.isEmpty())
                                    .orElse("/"));
                    return;
                }
            } catch (URISyntaxException e) {
                // Reported below.
            }
            throw wrong(member, text, "a URL such as https://shop.example.com/cart");
        }
    },
    TEXT {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.member(member, new TextNode(values.getFirst()));
        }
    },
    NUMBER {
        @Override
        public void put(Call call, String member, List<String> values) {
            try {
                call.member(member, new DecimalNode(new BigDecimal(values.getFirst())));
            } catch (NumberFormatException e) {
                throw wrong(member, values.getFirst(), "a number");
            }
        }
    },
    FLAG {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.member(member, BooleanNode.TRUE);
        }
    },
    /** Texts, separated by commas or given several times. */
    LIST {
        @Override
        public void put(Call call, String member, List<String> values) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            values.stream().flatMap(value -> Stream.of(value.split(","))).forEach(list::add);
            call.member(member, list);
        }
    },
    /** Pairs {@code NAME=VALUE} that become an object. */
    PAIRS {
        @Override
        public void put(Call call, String member, List<String> values) {
            var object = JsonNodeFactory.instance.objectNode();
            values.forEach(value -> object.put(pair(member, value)[0], pair(member, value)[1]));
            call.member(member, object);
        }
    },
    /** Pairs {@code ALIAS=TARGET} that become the moves of a promotion. */
    MOVES {
        @Override
        public void put(Call call, String member, List<String> values) {
            ArrayNode moves = JsonNodeFactory.instance.arrayNode();
            values.forEach(value ->
                    moves.addObject().put("alias", pair(member, value)[0]).put("target", pair(member, value)[1]));
            call.member(member, moves);
        }
    },
    /** JSON, or the name of a file with JSON after an {@code @}. */
    JSON {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.member(member, json(member, values.getFirst()));
        }
    },
    /** JSON that is the whole body. */
    BODY {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.body(json(member, values.getFirst()));
        }
    },
    /** The name of a file whose text is the value. */
    FILE {
        @Override
        public void put(Call call, String member, List<String> values) {
            call.member(member, new TextNode(content(values.getFirst())));
        }
    };

    /** Adds values to a call; those of a flag are empty. */
    public abstract void put(Call call, String member, List<String> values);

    public boolean takesValue() {
        return this != FLAG && this != QUERY_FLAG;
    }

    public boolean repeatable() {
        return this == LIST || this == PAIRS || this == MOVES;
    }

    private static String[] pair(String member, String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw wrong(member, text, "of the form NAME=VALUE");
        }
        return new String[] {text.substring(0, equals), text.substring(equals + 1)};
    }

    private static JsonNode json(String member, String text) {
        return Json.read(text.startsWith("@") ? content(text.substring(1)) : text)
                .orElseThrow(() -> wrong(member, text, "JSON, such as '{\"a\":1}' or @file.json"));
    }

    private static String content(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new Failure(Kind.USAGE, "Cannot read the file " + file + " as UTF-8 text.");
        }
    }

    private static Failure wrong(String member, String value, String wanted) {
        return new Failure(Kind.USAGE, "'" + value + "' is not a value of " + member + ": it must be " + wanted + ".");
    }
}
