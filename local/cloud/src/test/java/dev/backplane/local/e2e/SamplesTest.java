package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.template.Resource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplesTest {

    private static final Path EVENTS = Suite.ROOT.resolve("events");

    @RegisterExtension
    static final Suite SUITE = new Suite();

    static List<String> functions() {
        return SUITE.server().cloud().templates().ofType("AWS::Lambda::Function").stream()
                .map(Resource::ref)
                .map(name -> name.substring(name.lastIndexOf('-') + 1))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void everyFunction_hasASampleThatItTakes(String function) throws IOException {
        byte[] event = Files.readAllBytes(EVENTS.resolve(function + ".json"));
        var invocation = SUITE.server().cloud().functions().invoke(function, event);
        assertThat(invocation.failed())
                .as(new String(invocation.payload(), StandardCharsets.UTF_8))
                .isFalse();
        String answer = new String(invocation.payload(), StandardCharsets.UTF_8);
        assertThat(answer)
                .containsAnyOf("\"statusCode\":", "\"batchItemFailures\":[]")
                .doesNotContain("\"statusCode\":500", "\"statusCode\":403");
    }

    @Test
    void everySample_isOfAFunction() throws IOException {
        try (Stream<Path> files = Files.list(EVENTS)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
                    .containsExactlyInAnyOrderElementsOf(functions());
        }
    }
}
