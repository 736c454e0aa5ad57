package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeanTypesTest {

    private Map<String, byte[]> lean;

    @BeforeEach
    void rewrite() throws Exception {
        try (PackagedTypes types = new PackagedTypes(List.of())) {
            lean = TestTypes.rewritten(LeanSample.class, new LeanTypes(types));
        }
    }

    private Object made() throws ReflectiveOperationException {
        return TestTypes.make(LeanSample.class, lean);
    }

    private static List<String> texts(byte[] type) {
        ClassModel model = ClassFile.of().parse(type);
        return StreamSupport.stream(model.constantPool().spliterator(), false)
                .filter(Utf8Entry.class::isInstance)
                .map(entry -> ((Utf8Entry) entry).stringValue())
                .toList();
    }

    @Test
    void classes_workAsBefore() throws Exception {
        assertThat(((Callable<?>) made()).call()).isEqualTo(new LeanSample().call());
    }

    @Test
    void stackTraces_haveTheSameLines() throws Exception {
        assertThat(line(made().getClass())).isEqualTo(line(LeanSample.class)).startsWith("LeanSample.java:");
    }

    private static String line(Class<?> type) throws ReflectiveOperationException {
        Method fail = type.getDeclaredMethod("fail");
        fail.setAccessible(true);
        try {
            fail.invoke(null);
            throw new AssertionError("it did not fail");
        } catch (InvocationTargetException e) {
            StackTraceElement place = Objects.requireNonNull(e.getCause()).getStackTrace()[0];
            return place.getFileName() + ":" + place.getLineNumber();
        }
    }

    @Test
    void whatOnlyCompilersRead_isGone() throws Exception {
        List<String> forCompilers = List.of(
                "Signature",
                "Exceptions",
                "Deprecated",
                "RuntimeInvisibleAnnotations",
                "RuntimeInvisibleParameterAnnotations");
        byte[] type = Objects.requireNonNull(lean.get(TestTypes.entryOf(LeanSample.class)));

        assertThat(texts(TestTypes.bytesOf(LeanSample.class)))
                .containsAll(forCompilers)
                .anyMatch(text -> text.contains("<"))
                .contains("Ldev/backplane/packages/LeanSample$Unseen;");
        assertThat(texts(type))
                .doesNotContainAnyElementsOf(forCompilers)
                .noneMatch(text -> text.contains("Ljava/util/List<"))
                .doesNotContain("Ldev/backplane/packages/LeanSample$Unseen;");
        assertThat(made().getClass().getDeclaredField("field").getGenericType())
                .extracting(Type::getTypeName)
                .isEqualTo("java.util.Map");
    }

    @Test
    void annotationsThatProgramsRead_areKept() throws Exception {
        Class<?> type = made().getClass();
        Method method = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> each.getName().equals("method"))
                .findFirst()
                .orElseThrow();

        assertThat(type.getAnnotations()).hasSize(1);
        assertThat(type.getDeclaredField("field").getAnnotations()).hasSize(1);
        assertThat(method.getAnnotations()).extracting(Object::toString).anyMatch(text -> text.contains("\"method\""));
        assertThat(method.getParameterAnnotations()[0]).hasSize(1);
    }
}
