package dev.backplane.local.s3;

import java.util.LinkedHashMap;
import java.util.Map;

/** An error of S3 with its code. */
final class S3Exception extends Exception {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient Map<String, String> details = new LinkedHashMap<>();

    S3Exception(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static S3Exception accessDenied(String message) {
        return new S3Exception(403, "AccessDenied", message);
    }

    /** Adds an element to the error. */
    S3Exception with(String element, String text) {
        details.put(element, text);
        return this;
    }

    int status() {
        return status;
    }

    /** Returns S3's error document. */
    String xml(String requestId) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error>");
        element(xml, "Code", code);
        element(xml, "Message", String.valueOf(getMessage()));
        details.forEach((name, text) -> element(xml, name, text));
        element(xml, "RequestId", requestId);
        return xml.append("</Error>").toString();
    }

    private static void element(StringBuilder xml, String name, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        xml.append('<')
                .append(name)
                .append('>')
                .append(escaped)
                .append("</")
                .append(name)
                .append('>');
    }
}
