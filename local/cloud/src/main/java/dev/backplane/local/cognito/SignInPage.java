package dev.backplane.local.cognito;

import dev.backplane.identity.GroupScopes;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pages of the local sign-in: HTML without scripts. */
final class SignInPage {

    private static final String STYLE = resource("sign-in.css");
    private static final String PAGE = resource("sign-in.html");
    private static final String PROBLEM = resource("sign-in-problem.html");

    private SignInPage() {}

    /** Returns the page to choose the person who signs in. */
    static LocalResponse show(String query, String redirectUri, Optional<String> problem) {
        String people = Person.SAMPLES.stream().map(SignInPage::button).collect(Collectors.joining("\n"));
        String html = PAGE.replace("{{style}}", STYLE)
                .replace("{{people}}", people)
                .replace(
                        "{{problem}}",
                        problem.map(text -> "<p role=\"alert\">" + escaped(text) + "</p>")
                                .orElse(""))
                .replace("{{target}}", escaped(originOf(redirectUri)))
                .replace("{{query}}", escaped(query));
        // Browsers also check the redirect after a form is submitted.
        return html(problem.isPresent() ? 400 : 200, html, "'self' " + originOf(redirectUri));
    }

    /** Returns the page for a request that cannot be answered by a redirect. */
    static LocalResponse problem(String code, String description) {
        String html = PROBLEM.replace("{{style}}", STYLE)
                .replace("{{description}}", escaped(description))
                .replace("{{code}}", escaped(code));
        return html(400, html, "'none'");
    }

    private static String button(Person person) {
        String name = person.email().substring(0, person.email().indexOf('@'));
        String role = Arrays.stream(GroupScopes.Group.values())
                .filter(group -> person.groups().contains(group.value()))
                .map(GroupScopes.Group::description)
                .findFirst()
                .orElse("Accesses their own data only");
        return """
                <button name="person" value="%s"><span class="initial %s" aria-hidden="true">%s</span>\
                <span><b>%s</b><small>%s</small></span></button>""".formatted(
                        escaped(person.email()),
                        person.groups().stream().findFirst().orElse("plain"),
                        name.substring(0, 1).toUpperCase(Locale.ROOT),
                        escaped(person.email()),
                        role);
    }

    private static LocalResponse html(int status, String html, String formAction) {
        return new LocalResponse(status, Map.of("content-type", List.of("text/html; charset=utf-8")), Body.of(html))
                .with(
                        "content-security-policy",
                        "default-src 'none'; style-src 'sha256-" + sha256(STYLE) + "'; form-action " + formAction
                                + "; base-uri 'none'; frame-ancestors 'none'")
                .with("cache-control", "no-store")
                .with("x-content-type-options", "nosniff")
                // Without a referrer, browsers would send the form with an unknown origin.
                .with("referrer-policy", "same-origin");
    }

    private static String originOf(String uri) {
        URI parsed = URI.create(uri);
        return parsed.getScheme() + "://" + parsed.getRawAuthority();
    }

    private static String sha256(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(SignInPage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
