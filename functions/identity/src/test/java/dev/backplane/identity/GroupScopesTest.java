package dev.backplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupScopesTest {

    private static final List<String> ALL = List.of(
            "backplane/activity.read",
            "backplane/pool.admin",
            "backplane/pool.read",
            "backplane/pool.self",
            "backplane/pool.write",
            "backplane/userdata.admin",
            "backplane/userdata.self",
            "backplane/userdata.service");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''             | pool.self userdata.self
            viewer         | activity.read pool.read pool.self userdata.self
            operator       | activity.read pool.read pool.self pool.write userdata.self userdata.service
            admin          | activity.read pool.admin pool.read pool.self pool.write userdata.admin userdata.self userdata.service
            viewer operator| activity.read pool.read pool.self pool.write userdata.self userdata.service
            viewer admin   | activity.read pool.admin pool.read pool.self pool.write userdata.admin userdata.self userdata.service
            accounting     | pool.self userdata.self
            Admin          | pool.self userdata.self
            """)
    void of_addsTheScopesOfEachGroup(String groups, String names) {
        List<String> scopes = GroupScopes.of(List.of(groups.split(" ", -1)), ALL);

        assertThat(scopes)
                .containsExactlyElementsOf(List.of(names.split(" ", -1)).stream()
                        .map(name -> "backplane/" + name)
                        .toList());
    }
}
