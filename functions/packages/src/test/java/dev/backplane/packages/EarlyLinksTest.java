package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EarlyLinksTest {

    private PackagedTypes types;
    private EarlyLinks links;

    @BeforeEach
    void open() throws IOException {
        types = new PackagedTypes(List.of());
        links = new EarlyLinks(types);
    }

    @AfterEach
    void close() throws IOException {
        types.close();
    }

    /** The names of what Java would have to link in some classes. */
    private static Stream<String> linked(Map<String, byte[]> types) {
        return types.values().stream()
                .flatMap(type -> TestTypes.code(type, ".+"))
                .filter(InvokeDynamicInstruction.class::isInstance)
                .map(InvokeDynamicInstruction.class::cast)
                .filter(call ->
                        call.bootstrapMethod().owner().descriptorString().startsWith("Ljava/lang/runtime/"))
                .map(call -> call.name().stringValue());
    }

    @Test
    void classes_workAsBefore() throws Exception {
        Map<String, byte[]> rewritten = TestTypes.rewritten(LinkedSamples.class, links);

        Object results = ((Supplier<?>) TestTypes.make(LinkedSamples.class, rewritten)).get();

        assertThat(results).isEqualTo(new LinkedSamples().get());
    }

    @Test
    void samples_differInAllThatIsCompared() {
        assertThat(new LinkedSamples().get())
                .contains(true, false, "nothing", "refused", "dot 3", "line A[]", "other")
                .containsAll(List.of(-1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 103, 202));
    }

    @Test
    void choicesBetweenTypesAndMethodsOfRecords_areNotLinkedAnyMore() throws IOException {
        assertThat(linked(TestTypes.rewritten(LinkedSamples.class, (_, type) -> type)))
                .contains("typeSwitch", "equals", "hashCode", "toString");

        // Nothing that functions do often prints records.
        assertThat(linked(TestTypes.rewritten(LinkedSamples.class, links))).containsOnly("toString");
    }

    @Test
    void choicesWithOtherLabels_areLeftToJava() throws IOException {
        byte[] original = TestTypes.bytesOf(LabelSamples.class);

        byte[] rewritten = links.rewrite(TestTypes.entryOf(LabelSamples.class), original);

        assertThat(linked(Map.of("", original)))
                .containsOnly("typeSwitch", "enumSwitch")
                .hasSize(3);
        assertThat(rewritten).isSameAs(original);
    }

    @Test
    void classesWithoutEither_areTheSame() throws IOException {
        byte[] original = TestTypes.bytesOf(EarlyLinksTest.class);

        assertThat(links.rewrite(TestTypes.entryOf(EarlyLinksTest.class), original))
                .isSameAs(original);
    }

    @Test
    void classesFromBeforeRecords_areTheSame() throws IOException {
        byte[] old = TestTypes.bytesOf(LinkedSamples.Primitives.class);
        old[7] = ClassFile.JAVA_15_VERSION;

        assertThat(links.rewrite(TestTypes.entryOf(LinkedSamples.Primitives.class), old))
                .isSameAs(old);
    }
}
