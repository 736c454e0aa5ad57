package dev.backplane.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.backplane.local.asl.StateMachine;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.testing.Architecture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses CLASSES = Architecture.classesBeside(LocalCloud.class, 60);

    static List<ArchRule> rules() {
        return Architecture.rulesAround(
                "dev.backplane.local..",
                "dev.backplane.console..",
                "dev.backplane.platform..",
                "dev.backplane.deployments..",
                "dev.backplane.layers..",
                "dev.backplane.identity..");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void localCloud_keepsToTheDesign(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void packages_haveNoCycles() {
        SlicesRuleDefinition.slices()
                .matching("dev.backplane.local.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("dev.backplane.local.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.backplane.local")
                .check(CLASSES);
    }

    static List<ArchRule> rulesOfEngines() {
        return Architecture.rulesAround("dev.backplane.local.engines..");
    }

    @ParameterizedTest
    @MethodSource("rulesOfEngines")
    void engines_keepToThemselves(ArchRule rule) {
        rule.check(Architecture.classesBeside(DynamoDbEngine.class, 5));
    }

    static List<ArchRule> rulesOfInterpreter() {
        return Architecture.rulesAround("dev.backplane.local.asl..");
    }

    @ParameterizedTest
    @MethodSource("rulesOfInterpreter")
    void interpreter_keepsToItself(ArchRule rule) {
        rule.check(Architecture.classesBeside(StateMachine.class, 40));
    }

    @Test
    void interpreter_knowsNothingOfAws() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..", "com.amazonaws..")
                .check(Architecture.classesBeside(StateMachine.class, 40));
    }
}
