package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BannerTest {

    private static final URI ADDRESS = URI.create("http://127.0.0.1:4711");

    @Test
    void banner_namesTheAddressAndTheNextCommands() {
        assertThat(Banner.of(ADDRESS, Optional.empty(), Duration.ofMillis(3_940)))
                .isEqualTo("""
                        Backplane is ready at http://127.0.0.1:4711 after 3.9 s, with its data in memory. Ctrl-C stops it.
                          APIs:  open the address in a browser, and get a token with: ./backplane token --port 4711
                          AWS:   aws --endpoint-url http://127.0.0.1:4711 dynamodb list-tables
                        """);
    }

    @Test
    void banner_namesTheFolderOfTheData() {
        assertThat(Banner.of(ADDRESS, Optional.of(Path.of("data")), Duration.ofSeconds(4)))
                .startsWith("Backplane is ready at http://127.0.0.1:4711 after 4.0 s, with its data in data. ");
    }
}
