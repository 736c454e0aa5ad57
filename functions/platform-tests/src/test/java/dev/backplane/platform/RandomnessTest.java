package dev.backplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class RandomnessTest {

    /** A generator in the state that all copies of a snapshot share. */
    private static SecureRandom restored() throws NoSuchAlgorithmException {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42);
        random.nextLong();
        return random;
    }

    @Test
    void renew_partsTheCopiesOfASnapshot() throws NoSuchAlgorithmException {
        SecureRandom one = restored();
        SecureRandom other = restored();
        assertThat(one.nextLong()).isEqualTo(other.nextLong());

        Randomness.renew(one);
        Randomness.renew(other);

        assertThat(one.nextLong()).isNotEqualTo(other.nextLong());
    }

    @Test
    void source_isOneForAll() {
        assertThat(Randomness.source()).isSameAs(Randomness.source());
        Randomness.renew();
        assertThat(Randomness.source().nextLong())
                .isNotEqualTo(Randomness.source().nextLong());
    }
}
