package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FunctionNameTest {

    private static final class SweepThingsHandler {}

    @Test
    void of_isTheNameOfTheHandlerClassWithoutHandler() {
        assertThat(FunctionName.of(SweepThingsHandler.class)).isEqualTo("SweepThings");
        assertThat(FunctionName.of(FunctionNameTest.class)).isEqualTo("FunctionNameTest");
    }
}
