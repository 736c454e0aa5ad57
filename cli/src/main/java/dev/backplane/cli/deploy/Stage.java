package dev.backplane.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.cli.output.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The synthesized templates of a stage.
 *
 * @param folder the folder with the templates
 */
record Stage(String name, List<String> stacks, Path folder) {

    private static final Pattern EVENTS_STACK = Pattern.compile("Backplane-(.*)-Events");

    static Stage of(List<String> stacks, Path folder) {
        String name = stacks.stream()
                .map(EVENTS_STACK::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .findFirst()
                .orElse("");
        return new Stage(name, stacks, folder);
    }

    String identityStack() {
        return "Backplane-" + name + "-Identity";
    }

    /** Returns a property of the manifest that is equal for all stacks. */
    String inManifest(String property) {
        return StreamSupport.stream(
                        json(folder.resolve("manifest.json")).path("artifacts").spliterator(), false)
                .map(artifact -> artifact.at("/properties/" + property).asText())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the domain of the user pool in an account; empty if the stage has its own issuer. */
    Optional<String> domain(String account) {
        Path template = folder.resolve(identityStack() + ".template.json");
        if (Files.notExists(template)) {
            return Optional.empty();
        }
        return StreamSupport.stream(json(template).path("Resources").spliterator(), false)
                .filter(resource -> resource.path("Type").asText().equals("AWS::Cognito::UserPoolDomain"))
                .map(resource -> resource.at("/Properties/Domain"))
                .map(domain -> domain.isTextual() ? domain.asText() : joined(domain, account))
                .findFirst();
    }

    private static String joined(JsonNode domain, String account) {
        return StreamSupport.stream(domain.at("/Fn::Join/1").spliterator(), false)
                .map(part -> part.has("Ref") ? account : part.asText())
                .collect(Collectors.joining());
    }

    static JsonNode json(Path file) {
        try {
            return Json.read(Files.readString(file))
                    .orElseThrow(() -> new IllegalStateException(file + " is not JSON"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
