package dev.backplane.platform;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.backplane.testing.Architecture;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = Architecture.classesBeside(Platform.class, 70);

    static List<ArchRule> rules() {
        return Architecture.rulesOfPlatform();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void platform_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }
}
