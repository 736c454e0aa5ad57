package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Times;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import java.util.Base64;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagingTest {

    private static final String POSITION = "2026-01-05T00:00:00.000Z#D#é\uD83D\uDE00??>>";
    private static final String LIST = "deployment-1";
    private static final String CURSOR = Cursor.seal(POSITION, "GetThing\n" + LIST);

    /** Returns the limit and the position of a list request. */
    private static GatewayResponse page(String query, Function<String, ?> position) {
        return HttpCall.of(Handlers.OPERATION).query(query).send(Handlers.answering(request -> {
            Input input = request.input();
            Paging paging = input.paging();
            input.verify();
            return Handlers.json(paging.limit() + " "
                    + paging.after(LIST, position).map(Object::toString).orElse("from the start"));
        }));
    }

    private static GatewayResponse page(String query) {
        return page(query, Function.identity());
    }

    private static void assertInvalid(String cursor) {
        GatewayResponse answer = page("cursor=" + cursor);
        assertThat(answer.status()).as(cursor).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @CsvSource({"'', 25", "limit=1, 1", "limit=100, 100"})
    void limit_is25UnlessTheCallerSaysOtherwise(String query, int limit) {
        assertThat(page(query).body()).isEqualTo(limit + " from the start");
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=101", "limit=-1", "limit=", "limit=ten", "limit=1&limit=2"})
    void limit_whenOutOfRange_isRefused(String query) {
        assertThat(page(query).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void after_whenTheCursorIsOfThisList_isItsPosition() {
        assertThat(page("limit=3&cursor=" + CURSOR).body()).isEqualTo("3 " + POSITION);
    }

    @Test
    void cursor_isSafeInAUrlAsItStands() {
        assertThat(CURSOR).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void cursor_whenGivenOutByPaging_isReadByPaging() {
        GatewayResponse answer = HttpCall.of(Handlers.OPERATION).send(Handlers.answering(request -> {
            Paging paging = request.input().paging();
            return Handlers.json(paging.cursor(LIST, POSITION));
        }));

        assertThat(page("cursor=" + answer.body()).body()).isEqualTo("25 " + POSITION);
    }

    @Test
    void after_whenTheCursorIsOfAnotherList_isRefused() {
        assertInvalid(Cursor.seal(POSITION, "GetThing\ndeployment-2"));
        assertInvalid(Cursor.seal(POSITION, "GetThing\n"));
        assertInvalid(Cursor.seal(POSITION, "ListThings\n" + LIST));
        assertInvalid(Cursor.seal(POSITION, LIST));
    }

    @Test
    void after_whenAnyCharacterOfTheCursorIsDamaged_isRefused() {
        for (int i = 0; i < CURSOR.length(); i++) {
            char other = CURSOR.charAt(i) == 'A' ? 'B' : 'A';
            assertInvalid(CURSOR.substring(0, i) + other + CURSOR.substring(i + 1));
        }
    }

    @Test
    void after_whenTheCursorIsTruncatedOrLonger_isRefused() {
        for (int i = 0; i < CURSOR.length(); i++) {
            assertInvalid(CURSOR.substring(0, i));
        }
        assertInvalid(CURSOR + "A");
        assertInvalid(CURSOR + "AAAA");
        assertInvalid(CURSOR + CURSOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%3D", "%00", "%20", "%C3%A9", "..", "null", "0", "e30", "%7B%22PK%22%3A%22x%22%7D"})
    void after_whenTheCursorIsNone_isRefused(String cursor) {
        assertInvalid(cursor);
        assertInvalid(CURSOR + cursor);
    }

    @Test
    void after_whenTheSameBytesAreWrittenInAnotherWay_isRefused() {
        byte[] bytes = Base64.getUrlDecoder().decode(CURSOR);

        assertThat(bytes.length % 3)
                .as("leaves bits unused in the last character")
                .isNotZero();
        assertInvalid(Base64.getUrlEncoder().encodeToString(bytes).replace("=", "%3D"));
    }

    @Test
    void after_whenAnotherPositionIsPutBehindTheDigest_isRefused() {
        byte[] bytes = Base64.getUrlDecoder().decode(CURSOR);
        bytes[bytes.length - 1]++;

        assertInvalid(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    @Test
    void after_whenSomebodySealedAPositionThatIsNone_isRefusedByItsParser() {
        String forged = Cursor.seal("not a time", "GetThing\n" + LIST);

        assertThat(page("cursor=" + forged, Times::parse).code()).isEqualTo("INVALID_CURSOR");
    }
}
