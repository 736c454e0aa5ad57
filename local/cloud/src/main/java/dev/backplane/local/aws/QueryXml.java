package dev.backplane.local.aws;

import java.time.Instant;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes responses of AWS's query protocol. */
public final class QueryXml {

    private final StringBuilder text = new StringBuilder();

    private QueryXml() {}

    /**
     * Returns a success response.
     *
     * @param namespace the XML namespace of the service
     */
    public static String answer(String namespace, String action, Consumer<QueryXml> result, String requestId) {
        QueryXml xml = new QueryXml();
        xml.text
                .append("<")
                .append(action)
                .append("Response xmlns=\"")
                .append(namespace)
                .append("\">");
        xml.element(action + "Result", () -> result.accept(xml));
        xml.element("ResponseMetadata", () -> xml.text("RequestId", requestId));
        xml.text.append("</").append(action).append("Response>");
        return xml.text.toString();
    }

    /** Returns an error response. */
    public static String error(String namespace, String code, String message, String requestId) {
        QueryXml xml = new QueryXml();
        xml.text.append("<ErrorResponse xmlns=\"").append(namespace).append("\">");
        xml.element("Error", () -> xml.text("Type", "Sender").text("Code", code).text("Message", message));
        xml.text("RequestId", requestId);
        xml.text.append("</ErrorResponse>");
        return xml.text.toString();
    }

    /** Adds an element with content. */
    public void element(String name, Runnable content) {
        text.append('<').append(name).append('>');
        content.run();
        text.append("</").append(name).append('>');
    }

    /** Adds a list, whose elements have the name {@code member}. */
    public <T> QueryXml list(String name, Collection<T> elements, BiConsumer<QueryXml, T> content) {
        element(name, () -> elements.forEach(element -> element("member", () -> content.accept(this, element))));
        return this;
    }

    /** Adds a text element, unless the text is empty. */
    public QueryXml text(String name, String value) {
        if (!value.isEmpty()) {
            text.append('<').append(name).append('>');
            value.codePoints().forEach(this::escaped);
            text.append("</").append(name).append('>');
        }
        return this;
    }

    /** Adds a time element, unless the time is 0. */
    public QueryXml time(String name, long millis) {
        return text(name, millis == 0 ? "" : Instant.ofEpochMilli(millis).toString());
    }

    /** Adds text to the current element. */
    public void content(String value) {
        value.codePoints().forEach(this::escaped);
    }

    private void escaped(int character) {
        switch (character) {
            case '<' -> text.append("&lt;");
            case '>' -> text.append("&gt;");
            case '&' -> text.append("&amp;");
            case '"' -> text.append("&quot;");
            case '\r' -> text.append("&#13;");
            default ->
                text.appendCodePoint(character < ' ' && character != '\n' && character != '\t' ? '?' : character);
        }
    }
}
