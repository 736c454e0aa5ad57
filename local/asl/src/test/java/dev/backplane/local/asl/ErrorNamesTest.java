package dev.backplane.local.asl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorNamesTest {

    @ParameterizedTest
    @CsvSource({
        "States.ALL, Anything, true",
        "States.ALL, States.Timeout, true",
        "States.ALL, States.QueryEvaluationError, true",
        "States.ALL, States.Runtime, false",
        "States.ALL, States.DataLimitExceeded, false",
        "States.Runtime, States.Runtime, true",
        "States.TaskFailed, Anything, true",
        "States.TaskFailed, States.Timeout, false",
        "States.TaskFailed, States.HeartbeatTimeout, false",
        "States.Timeout, States.HeartbeatTimeout, true",
        "States.HeartbeatTimeout, States.Timeout, false",
        "DynamoDB.A, DynamoDB.A, true",
        "DynamoDB.A, DynamoDb.A, false"
    })
    void match_meansWhatAwsMeans(String listed, String error, boolean matches) {
        assertThat(ErrorNames.match(List.of(listed), error)).isEqualTo(matches);
    }
}
