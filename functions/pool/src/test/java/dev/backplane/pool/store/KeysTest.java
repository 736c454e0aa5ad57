package dev.backplane.pool.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    static Stream<Arguments> keys() {
        return Stream.of(
                Arguments.of(PoolKey.of(new AccountId("111111111111")), "account_id#111111111111"),
                Arguments.of(PoolKey.of(new LeaseId("abc123-def456")), "lease_id#abc123-def456"),
                Arguments.of(PoolKey.of(new UserId("bill.bob@gmail.com")), "user_id#bill.bob@gmail.com"),
                Arguments.of(PoolKey.of(new UserId("a#b#c")), "user_id#a#b#c"),
                Arguments.of(PoolKey.of(AccountState.AVAILABLE), "account_status#available"),
                Arguments.of(PoolKey.ALL, "account_status#all"),
                Arguments.of(PoolKey.ACTIVE, "lease_status#active"),
                Arguments.of(PoolKey.historyOf(new LeaseId("l")), "lease_history#l"),
                Arguments.of(PoolKey.historyOf(new AccountId("1")), "account_history#1"));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void key_isPrintedAsTheDesignHasIt_andReadBack(PoolKey key, String text) {
        assertThat(key).hasToString(text);
        assertThat(PoolKey.find(text)).contains(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "account_id", "accounts#1", "#", "lease#1"})
    void key_ofAnotherForm_isNone(String text) {
        assertThat(PoolKey.find(text)).isEmpty();
    }

    @Test
    void lists_areThoseOfAllStates_thatOfAllAccounts_thatOfHeldOnes_andThatOfActiveLeases() {
        assertThat(PoolKey.LISTS.stream().map(PoolKey::toString))
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "account_status#all",
                        "account_status#held",
                        "account_status#initial",
                        "account_status#available",
                        "account_status#leased",
                        "account_status#dirty",
                        "account_status#cleaning",
                        "account_status#failed",
                        "lease_status#active"));
    }
}
