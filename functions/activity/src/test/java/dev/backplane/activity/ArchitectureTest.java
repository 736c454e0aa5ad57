package dev.backplane.activity;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.testing.Architecture;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = Architecture.classesBeside(Entry.class, 20);

    static List<ArchRule> rules() {
        return Architecture.rulesOfService("dev.backplane.activity");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void service_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }
}
