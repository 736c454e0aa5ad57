package dev.backplane.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/openapi/backplane.yaml is current; {@code -Dopenapi.write=true} writes it. */
class BundleTest {

    private static final Path FOLDER = Path.of("../../docs/openapi");

    @Test
    void bundle_isCurrent() throws IOException {
        Path file = FOLDER.resolve(Descriptions.BUNDLE);
        String text = Bundle.text(Bundle.of(Descriptions.read(FOLDER)));
        if (Boolean.getBoolean("openapi.write")) {
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file))
                .as("Write it: mvn -pl client/openapi test -Dtest=BundleTest -Dopenapi.write=true")
                .isEqualTo(text);
    }
}
