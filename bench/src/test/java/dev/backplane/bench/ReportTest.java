package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    private final Report report = new Report(_ -> {});

    @Test
    void table_putsNumbersAtTheRight() {
        report.table(List.of("what", "ms"), List.of(List.of("naive", "1,200"), List.of("ours", "3.1")));

        assertThat(report.text().lines())
                .containsExactly(
                        "| what  | ms    |", "| ----- | ----: |", "| naive | 1,200 |", "| ours  |   3.1 |", "");
    }

    @Test
    void atMost_whenAFigurePassesItsLimit_missesForGood() {
        report.atMost("size", 11, 10);
        report.atMost("size", 10, 10);

        assertThat(report.met()).isFalse();
        assertThat(report.text()).contains("- size: 11.0, at most 10.0: **missed**", "- size: 10.0, at most 10.0: met");
    }

    @Test
    void atLeast_whenTheFigureIsTheLimit_isMet() {
        report.atLeast("rate", 0.5, 0.5);

        assertThat(report.met()).isTrue();
    }

    @Test
    void percentile_liesBetweenTwoValues() {
        assertThat(Figures.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Figures.percentile(99, 1, 2)).isEqualTo(1.99);
        assertThatThrownBy(Figures::median).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void page_replacesOnePartAndLeavesTheRest() {
        String page = "a\n<!-- begin: bench x -->\nold\n<!-- end: bench x -->\nb\n";

        assertThat(PerformancePage.replaceSection(page, "x", "new\n"))
                .isEqualTo("a\n<!-- begin: bench x -->\nnew\n<!-- end: bench x -->\nb\n");
        assertThatThrownBy(() -> PerformancePage.replaceSection(page, "y", "")).hasMessageContaining("y");
    }

    @Test
    void options_refuseWhatTheyDoNotKnow() {
        assertThat(Options.parse("warm", "--repetitions", "3").repetitions()).hasValue(3);
        assertThatThrownBy(() -> Options.parse("--repetitions", "0")).hasMessageContaining("1 to 9999");
        assertThatThrownBy(() -> Options.parse("--repetitions")).hasMessageContaining("1 to 9999");
        assertThatThrownBy(() -> Options.parse("--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> Options.parse("--smoke", "--write")).hasMessageContaining("smoke");
    }
}
