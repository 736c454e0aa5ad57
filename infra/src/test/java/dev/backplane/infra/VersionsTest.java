package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void versions_stayForTheAliasToGoBackToUnlessTheirUpdateFails() {
        for (String service : TestApp.SERVICES) {
            assertThat(TestApp.dev().resources(service, "AWS::Lambda::Version").values())
                    .isNotEmpty()
                    .allSatisfy(version ->
                            assertThat(version.get("DeletionPolicy").asText()).isEqualTo("RetainExceptOnCreate"));
        }
    }
}
