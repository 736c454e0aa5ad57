package dev.backplane.local.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class QueryFormTest {

    @Test
    void parse_readsTextsListsAndStructures() {
        QueryForm form = form("Action=A&Name=a%20b+c&Tags.member.1.Key=k&Tags.member.1.Value=v%3D1"
                + "&Tags.member.2.Key=l&Ids.member.1=x&Ids.member.2=y");

        assertThat(form.text("Name")).contains("a b c");
        assertThat(form.text("None")).isEmpty();
        assertThat(form.structures("Tags")).isEqualTo(List.of(Map.of("Key", "k", "Value", "v=1"), Map.of("Key", "l")));
        assertThat(form.names()).containsExactly("Action", "Ids", "Name", "Tags");
    }

    @Test
    void parse_whenItIsNoForm_isEmpty() {
        assertThat(form("a=%zz").names()).isEmpty();
    }

    private static QueryForm form(String text) {
        return QueryForm.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
