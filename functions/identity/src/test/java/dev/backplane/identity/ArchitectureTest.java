package dev.backplane.identity;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.platform.testing.Architecture;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = Architecture.classesBeside(GroupScopes.class, 5);

    static List<ArchRule> rules() {
        return Architecture.rulesOfService("dev.backplane.identity");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void service_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }
}
