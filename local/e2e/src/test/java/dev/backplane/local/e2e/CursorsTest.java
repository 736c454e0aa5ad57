package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CursorsTest {

    @RegisterExtension
    static final Suite SUITE = new Suite();

    @Test
    void aCursor_opensOnlyTheListThatGaveIt() {
        Api api = SUITE.api();
        Deployments deployments = new Deployments(api);
        String first = deployments.finished();
        String second = deployments.finished();
        String host = Deployments.newHost();
        for (int i = 0; i < 2; i++) {
            deployments.point(host + "/a" + i, first);
            deployments.point("x" + host + "/b" + i, second);
        }
        List<String> lists = List.of(
                "/deployments?limit=1",
                "/aliases?limit=1&deploymentId=" + first,
                "/aliases?limit=1&deploymentId=" + second,
                "/aliases?limit=1&domain=" + host,
                "/aliases?limit=1&domain=x" + host);
        for (String giver : lists) {
            String cursor = api.get(giver).at("next");
            assertThat(cursor).matches("[A-Za-z0-9_-]+");
            for (String taker : lists) {
                if (taker.equals(giver)) {
                    assertThat(api.get(taker + "&cursor=" + cursor).status()).isEqualTo(200);
                } else {
                    assertThat(api.get(taker + "&cursor=" + cursor).code())
                            .as(giver + " " + taker)
                            .isEqualTo("INVALID_CURSOR");
                }
            }
            char last = cursor.charAt(cursor.length() - 1) == 'A' ? 'B' : 'A';
            String damaged = cursor.substring(0, cursor.length() - 1) + last;
            assertThat(api.get(giver + "&cursor=" + damaged).code()).isEqualTo("INVALID_CURSOR");
        }
    }
}
