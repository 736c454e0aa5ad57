package dev.backplane.local.engines;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests that a web page of another site can send from a browser on this machine. */
final class CrossSite {

    private CrossSite() {}

    /** Posts a form and returns the status. */
    static int post(URI target, String form) throws IOException {
        return post(target, "application/x-www-form-urlencoded", "", form);
    }

    static int post(URI target, String contentType, String headers, String body) throws IOException {
        try (Socket socket = new Socket(target.getHost(), target.getPort())) {
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            String head = "POST " + target.getRawPath()
                    + " HTTP/1.1\r\nHost: evil.example\r\nOrigin: https://evil.example\r\n"
                    + "Content-Type: " + contentType + "\r\n" + headers + "Content-Length: " + content.length
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(content);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
