package dev.backplane.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.backplane.platform.Platform;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** The architecture rules for packages, which each module applies to its classes. */
public final class Architecture {

    private static final String SUITE = "dev.backplane..";
    private static final String PLATFORM = "dev.backplane.platform..";
    private static final String[] AWS = {"software.amazon..", "com.amazonaws.."};

    private Architecture() {}

    /**
     * Imports the production classes of a module, without generated ones.
     *
     * @param member any class of the module
     * @param atLeast the minimum number of classes; fewer mean that the import failed
     */
    public static JavaClasses classesBeside(Class<?> member, int atLeast) {
        // A folder, or the jar of another module.
        Location place =
                Location.of(member.getProtectionDomain().getCodeSource().getLocation());
        JavaClasses classes = new ClassFileImporter()
                .importLocations(List.of(place))
                .that(describe("not generated", type -> !type.isAnnotatedWith("io.avaje.jsonb.spi.Generated")));
        if (classes.size() < atLeast) {
            throw new AssertionError("only " + classes.size() + " classes beside " + member.getName());
        }
        return classes;
    }

    /** Returns the rules of a service with this domain package. */
    public static List<ArchRule> rulesOfService(String root) {
        return List.of(
                keepsTo(root + "..", PLATFORM),
                dynamoStaysIn(root + ".store.."),
                domainIsPure(root),
                environmentStaysInSettings(),
                functionsDoNotLog(),
                handlersAreMadeInTwoWays(),
                handlersStayIn(root + ".api", root + ".workflow", root + ".events"),
                packagesHaveNoCycles(root),
                packagesAreNullMarked());
    }

    /** Returns the rules of the platform. */
    public static List<ArchRule> rulesOfPlatform() {
        return List.of(
                keepsTo(PLATFORM),
                dynamoStaysIn("dev.backplane.platform.dynamo.."),
                packagesHaveNoCycles("dev.backplane.platform"),
                environmentStaysInSettings(),
                functionsDoNotLog(),
                packagesAreNullMarked());
    }

    /** Returns the rules of a module that may use the given modules. */
    public static List<ArchRule> rulesAround(String root, String... others) {
        return List.of(keepsTo(root, others), environmentStaysInSettings(), packagesAreNullMarked());
    }

    private static ArchRule keepsTo(String root, String... others) {
        String[] allowed = Stream.concat(Stream.of(root), Stream.of(others)).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(root)
                .should()
                .dependOnClassesThat(resideInAPackage(SUITE).and(not(resideInAnyPackage(allowed))))
                .as(root + " imports nothing of the suite but " + List.of(others));
    }

    private static ArchRule dynamoStaysIn(String packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.awssdk.services.dynamodb..")
                .as("only " + packages + " knows the DynamoDB client");
    }

    private static ArchRule domainIsPure(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root)
                .should()
                .dependOnClassesThat(resideInAnyPackage(AWS)
                        .or(resideInAnyPackage(root + ".*..", "dev.backplane.platform.dynamo..")))
                .as("the domain " + root + " knows neither AWS nor the packages around it");
    }

    private static ArchRule environmentStaysInSettings() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.backplane.platform.settings")
                .should()
                .callMethodWhere(describe(
                        "reads the environment",
                        call -> call.getTargetOwner().isEquivalentTo(System.class)
                                && call.getName().equals("getenv")))
                .as("only the platform's settings read the environment");
    }

    private static ArchRule functionsDoNotLog() {
        return noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.slf4j..", "java.util.logging..", "org.apache.logging..")
                        .or(describe("System.Logger", type -> type.getName().startsWith("java.lang.System$"))))
                .as("functions write their one line without a logging framework");
    }

    private static ArchRule handlersAreMadeInTwoWays() {
        return classes()
                .that()
                .implement(RequestStreamHandler.class)
                .and()
                .doNotHaveModifier(JavaModifier.ABSTRACT)
                .should(be(
                        "made without arguments and with the platform",
                        type -> hasPublicConstructor(type) && hasPublicConstructor(type, Platform.class)));
    }

    private static boolean hasPublicConstructor(JavaClass type, Class<?>... parameters) {
        return type.tryGetConstructor(parameters)
                .map(constructor -> constructor.getModifiers().contains(JavaModifier.PUBLIC))
                .orElse(false);
    }

    private static ArchRule handlersStayIn(String... packages) {
        return classes()
                .that()
                .implement(RequestStreamHandler.class)
                .should()
                .resideInAnyPackage(packages)
                .andShould()
                .haveSimpleNameEndingWith("Handler");
    }

    private static ArchRule packagesAreNullMarked() {
        return classes()
                .should(be("in a null-marked package", type -> type.getPackage().isAnnotatedWith(NullMarked.class)));
    }

    /**
     * Forbids cycles between packages.
     *
     * <p>The platform class of handlers is excluded: it connects the packages, and some depend on it.
     */
    private static ArchRule packagesHaveNoCycles(String root) {
        return SlicesRuleDefinition.slices()
                .assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        if (type.isEquivalentTo(Platform.class)) {
                            return SliceIdentifier.of(type.getName());
                        }
                        return (type.getPackageName() + ".").startsWith(root + ".")
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + root;
                    }
                })
                .should()
                .beFreeOfCycles()
                // The snapshot hook creates a platform, and the platform registers the hook.
                .ignoreDependency(type(Platform.class), resideInAPackage("dev.backplane.platform.rehearsal"))
                .as("the packages of " + root + " have no cycles");
    }

    private static ArchCondition<JavaClass> be(String description, Predicate<JavaClass> holds) {
        return new ArchCondition<>("be " + description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!holds.test(type)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is not " + description));
                }
            }
        };
    }
}
