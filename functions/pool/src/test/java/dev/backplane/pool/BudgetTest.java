package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.pool.Budget.AtLimit;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {

    @ParameterizedTest
    @CsvSource({
        "100, 49.999999, 0",
        "100, 50, 50",
        "100, 79.999999, 50",
        "100, 80.00, 80",
        "100, 99.999999, 80",
        "100, 100, 100",
        "100, 999999999999999.999999, 100",
        "0.000003, 0.000001, 0",
        "0.000003, 0.000002, 50",
        "999999999999999.999999, 999999999999999.999998, 80",
        "100, 0, 0"
    })
    void reachedBy_isExact(String limit, String spent, int threshold) {
        Budget budget = new Budget(Budget.parseLimit(limit), "USD", AtLimit.END);

        assertThat(budget.reachedBy(Budget.parseAmount(spent))).isEqualTo(threshold);
    }

    @Test
    void endsAt_onlyItsLimit_andOnlyIfItIsMeantTo() {
        Budget ending = new Budget(BigDecimal.TEN, "USD", AtLimit.END);

        assertThat(ending.endsAt(80)).isFalse();
        assertThat(ending.endsAt(100)).isTrue();
        assertThat(new Budget(BigDecimal.TEN, "USD", AtLimit.ALERT).endsAt(100)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-1", "+1", "1e3", "1,5", ".5", "5.", "1.1234567", "1234567890123456", "NaN", "０", " 1"})
    void parseAmount_ofWhatIsNotAnAmount_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Budget.parseAmount(text));
    }

    @Test
    void parseLimit_ofNothing_isRefused() {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Budget.parseLimit("0.000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "usd", "US", "USDT", "U$D"})
    void parseCurrency_ofWhatIsNotACode_isRefused(String text) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> Budget.parseCurrency(text));
    }
}
