package dev.backplane.layers.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/csv | true",
                "TEXT/CSV | true",
                "text/csv; charset=utf-8 | true",
                "text/* | true",
                "text/csv, application/json;q=0.5 | true",
                "application/json;q=0.9, text/csv;q=0.91 | true",
                "text/csv, */*;q=0.1 | true",
                "application/json | false",
                "*/* | false",
                "'' | false",
                "text/html | false",
                "text/csv;q=0 | false",
                "text/csv, application/json | false",
                "text/csv;q=0.5, application/json | false",
                "text/csv;q=0.5, */* | false",
                "text/csv;q=nonsense, application/json;q=0.1 | true"
            })
    void csv_isPreferred_whenItWeighsMore(String header, boolean csv) {
        assertThat(Accept.parse(header).prefers("text/csv", "application/json")).isEqualTo(csv);
    }
}
