package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchMainTest {

    @Test
    void list_hasALineForEachBenchmark() {
        assertThat(BenchMain.list())
                .extracting(line -> line.split(" ")[0])
                .containsExactlyElementsOf(
                        BenchMain.BENCHMARKS.stream().map(Benchmark::name).toList());
        assertThat(BenchMain.list()).allSatisfy(line -> assertThat(line).hasSizeGreaterThan(30));
    }
}
