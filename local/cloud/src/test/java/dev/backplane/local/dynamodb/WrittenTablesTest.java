package dev.backplane.local.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WrittenTablesTest {

    @Test
    void of_findsTheTableOfOneWrite() throws JsonProcessingException {
        assertThat(written("{'TableName':'things','Item':{}}")).contains(Set.of("things"));
        assertThat(written("{'TableName':'arn:aws:dynamodb:us-east-1:000000000000:table/things'}"))
                .contains(Set.of("things"));
    }

    @Test
    void of_findsTheTablesOfABatch() throws JsonProcessingException {
        assertThat(written("{'RequestItems':{'things':[],'others':[]}}")).contains(Set.of("things", "others"));
    }

    @Test
    void of_findsTheTablesOfATransaction() throws JsonProcessingException {
        assertThat(written("{'TransactItems':[{'Put':{'TableName':'things'}},{'Delete':{'TableName':'others'}},"
                        + "{'Update':{'TableName':'things'}}]}"))
                .contains(Set.of("things", "others"));
    }

    @Test
    void of_doesNotKnowTheTablesOfStatements() throws JsonProcessingException {
        assertThat(written("{'Statement':'DELETE FROM things'}")).isEmpty();
    }

    private static Optional<Set<String>> written(String call) throws JsonProcessingException {
        return WrittenTables.of(new ObjectMapper().readTree(call.replace('\'', '"')));
    }
}
