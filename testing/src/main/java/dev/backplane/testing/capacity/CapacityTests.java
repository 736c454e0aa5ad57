package dev.backplane.testing.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.backplane.testing.Architecture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the table of a service in docs/capacity.md with the measured capacity of its functions.
 *
 * <p>With {@code -Dcapacity.write=true} the table is rewritten, for review.
 *
 * @param <F> the fixture of the cases, created for each of them
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CapacityTests<F> {

    private static final boolean WRITE = Boolean.getBoolean("capacity.write");
    private static final String HOW_TO_WRITE = "To write the table, run CapacityTest with -Dcapacity.write=true";

    private final String service;
    private final Class<?> member;
    private final Map<String, Cost> measured = new LinkedHashMap<>();

    /**
     * Creates the tests of a service.
     *
     * @param member a class of the service
     */
    protected CapacityTests(String service, Class<?> member) {
        this.service = service;
        this.member = member;
    }

    /** Returns the rows of the table, in order. */
    protected abstract List<CapacityCase<F>> cases();

    /** Creates the fixture of one case, with its own tables. */
    protected abstract F fixture();

    @ParameterizedTest
    @MethodSource("cases")
    void row_statesWhatTheRunTakes(CapacityCase<F> row) {
        Measured run = row.run().apply(fixture());

        assertThat(run.operation()).as("the operation of %s", row).isEqualTo(row.operation());
        measured.put(row.row(), run.cost());
        if (!WRITE) {
            assertThat(CapacityPage.of(service).figures(row.row()))
                    .as(
                            "round trips, read units, write units and what AWS charges more, of '%s' in docs/capacity.md. %s",
                            row, HOW_TO_WRITE)
                    .contains(run.cost().cells());
        }
    }

    @Test
    void rows_areThoseThatAreMeasured() {
        List<String> rows = cases().stream().map(CapacityCase::row).toList();
        assertThat(rows).doesNotHaveDuplicates();
        if (!WRITE) {
            assertThat(CapacityPage.of(service).rows())
                    .as("The rows of %s in docs/capacity.md. %s", service, HOW_TO_WRITE)
                    .containsExactlyElementsOf(rows);
        }
    }

    @Test
    void functions_allHaveRows() {
        Set<String> functions = Architecture.classesBeside(member, 1).stream()
                .filter(type -> type.isAssignableTo(RequestStreamHandler.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::getSimpleName)
                .map(name -> name.substring(0, name.length() - "Handler".length()))
                .collect(Collectors.toSet());

        assertThat(functions).isNotEmpty();
        assertThat(cases().stream().map(CapacityCase::operation).collect(Collectors.toSet()))
                .as("The functions with a case. Add one for each that is not found to the package 'capacity'")
                .containsExactlyInAnyOrderElementsOf(functions);
    }

    @AfterAll
    void write() {
        if (WRITE) {
            CapacityPage.of(service).write(measured);
        }
    }
}
