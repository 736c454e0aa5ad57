package dev.backplane.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLineTest {

    @ParameterizedTest
    @CsvSource({
        "0,      0.0",
        "1,      1.0",
        "0.5,    0.5",
        "0.05,   0.05",
        "0.005,  0.005",
        "0.0004, 0.0",
        "0.9996, 1.0",
        "12.345, 12.345",
        "7.101,  7.101",
        "30000,  30000.0"
    })
    void decimal_hasUpToThreeDigitsAfterThePoint(double value, String printed) {
        LogLine line = new LogLine();
        line.decimal("n", value);

        assertThat(line.finish()).isEqualTo("{\"n\":" + printed + "}");
    }

    @Test
    void text_isEscaped() {
        LogLine line = new LogLine();
        line.text("a", "say \"ü\"");
        line.json("b", "[1]");

        assertThat(line.finish()).isEqualTo("{\"a\":\"say \\\"ü\\\"\",\"b\":[1]}");
    }

    @Test
    void stream_whateverItsCharset_getsLinesInUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        new LogStream(new PrintStream(bytes, false, StandardCharsets.US_ASCII)).accept("ü");

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("ü\n");
    }
}
