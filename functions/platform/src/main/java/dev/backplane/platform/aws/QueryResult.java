package dev.backplane.platform.aws;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The response of a service with AWS's query protocol. It may contain secrets, so it has no text form.
 *
 * <p>The responses that the suite reads have no nested elements of equal names, so they need no XML parser.
 */
public final class QueryResult {

    private final String xml;

    QueryResult(String xml) {
        this.xml = xml;
    }

    /**
     * Returns the text of an element.
     *
     * @throws IllegalStateException if the response lacks it
     */
    public String text(String element) {
        return find(element).orElseThrow(() -> new IllegalStateException("a response of AWS without " + element));
    }

    /** Returns the text of the first element with a name, if there is one. */
    public Optional<String> find(String element) {
        return all(element).stream().findFirst();
    }

    /** Returns the texts of all elements with a name. */
    public List<String> all(String element) {
        return Pattern.compile("<" + element + ">([^<]*)</" + element + ">")
                .matcher(xml)
                .results()
                .map(found -> unescape(found.group(1)))
                .toList();
    }

    private static String unescape(String text) {
        return Pattern.compile("&(lt|gt|quot|apos|amp|#\\d{1,7});")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group(1)) {
                            case "lt" -> "<";
                            case "gt" -> ">";
                            case "quot" -> "\"";
                            case "apos" -> "'";
                            case "amp" -> "&";
                            default ->
                                Character.toString(
                                        Integer.parseInt(found.group(1).substring(1)));
                        }));
    }
}
