package dev.backplane.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogStreamTest {

    @Test
    void accept_whateverTheCharsetOfTheStream_writesUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        new LogStream(new PrintStream(bytes, false, StandardCharsets.US_ASCII)).accept("ü");

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("ü\n");
    }
}
