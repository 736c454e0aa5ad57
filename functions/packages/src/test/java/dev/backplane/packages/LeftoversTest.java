package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeftoversTest {

    private static final String THIRD_PARTY = "com/amazonaws/lambda/thirdparty/";

    @ParameterizedTest
    @CsvSource({
        "com/fasterxml/jackson/core/JsonFactory.class, false",
        "org/joda/time/DateTime.class, false",
        "com/google/gson/Gson.class, true"
    })
    void ofTheRuntimeClientsLibraries_onlyWhatItReportsFaultsWithIsWanted(String entry, boolean wanted) {
        assertThat(Leftovers.wantedOf(Path.of("any.jar")).test(THIRD_PARTY + entry))
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource({"regions-2.41.28.jar, false", "backplane-platform.jar, true"})
    void whatTheSdkKnowsOfAllServices_isThePlatforms(String jar, boolean wanted) {
        assertThat(Leftovers.wantedOf(Path.of(jar))
                        .test("software/amazon/awssdk/regions/GeneratedServiceMetadataProvider.class"))
                .isEqualTo(wanted);
    }
}
