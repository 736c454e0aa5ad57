package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.thirdparty.jackson.core.JsonFactory;

/** Takes the whole jar of the SDK's reader, so that a new version which does it differently is noticed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LateNumbersTest {

    private static final ClassDesc DECIMAL = ClassDesc.of("java.math.BigDecimal");
    private static final String PLACE = "software/amazon/awssdk/thirdparty/jackson/core/base/";

    private Map<String, byte[]> original;
    private Map<String, byte[]> rewritten;

    @BeforeAll
    void rewriteJar() throws Exception {
        var jar = TestTypes.jarOf(JsonFactory.class);
        try (PackagedTypes types = new PackagedTypes(List.of(jar))) {
            original = PlainJar.read(jar, _ -> true, (_, type) -> type);
            rewritten = PlainJar.read(jar, _ -> true, new LateNumbers(types));
        }
    }

    private static List<String> decimalsIn(Map<String, byte[]> jar, String methods) {
        return jar.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".class"))
                .filter(entry -> TestTypes.code(entry.getValue(), methods).anyMatch(LateNumbersTest::makesDecimal))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean makesDecimal(CodeElement element) {
        return switch (element) {
            case NewObjectInstruction made -> made.className().asSymbol().equals(DECIMAL);
            case InvokeInstruction call -> call.owner().asSymbol().equals(DECIMAL);
            case FieldInstruction field -> field.owner().asSymbol().equals(DECIMAL);
            default -> false;
        };
    }

    private static Stream<FieldInstruction> constants(Map<String, byte[]> jar) {
        return jar.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".class"))
                .flatMap(entry -> TestTypes.code(entry.getValue(), ".+"))
                .filter(FieldInstruction.class::isInstance)
                .map(FieldInstruction.class::cast)
                .filter(field -> field.name().stringValue().startsWith("BD_"));
    }

    @Test
    void classes_makeNoDecimalsWhenTheyAreLoaded() {
        assertThat(decimalsIn(original, "<clinit>")).containsExactly(PLACE + "ParserMinimalBase.class");
        assertThat(decimalsIn(rewritten, "<clinit>")).isEmpty();
    }

    @Test
    void constants_areNeitherReadNorWritten() {
        assertThat(constants(original).map(FieldInstruction::opcode)).contains(Opcode.GETSTATIC, Opcode.PUTSTATIC);
        assertThat(constants(rewritten)).isEmpty();
    }

    @Test
    void otherClasses_areTheSame() {
        assertThat(rewritten).hasSameSizeAs(original);
        assertThat(original).allSatisfy((name, type) -> {
            if (!name.startsWith(PLACE)) {
                assertThat(rewritten.get(name)).isEqualTo(type);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "2147483647",
                "2147483648",
                "-2147483648",
                "-2147483649",
                "9223372036854775807",
                "9223372036854775808",
                "-9223372036854775808",
                "-9223372036854775809",
                "1.5",
                "2147483647.5",
                "2147483648.5",
                "-2147483649.5",
                "9223372036854775807.5",
                "9223372036854775808.5",
                "1e40",
                "-1e40",
                "0.1e-7",
                "123456789012345678901234567890"
            })
    void reader_readsNumbersAsBefore(String number) throws Exception {
        Map<String, byte[]> types = new HashMap<>(rewritten);
        types.putAll(TestTypes.rewritten(NumberSamples.class, (_, type) -> type));

        @SuppressWarnings("unchecked")
        var reader = (Function<String, List<Object>>) TestTypes.make(NumberSamples.class, types);

        assertThat(reader.apply(number)).isEqualTo(new NumberSamples().apply(number));
    }

    @Test
    void samples_meetTheLimits() {
        assertThat(new NumberSamples().apply("9223372036854775808.5").toString())
                .contains("out of range of long", "out of range of int");
    }

    @Test
    void constantOfAnotherKind_isRefused() throws IOException {
        ClassDesc type = ClassDesc.ofInternalName(PLACE + "Changed");
        byte[] changed = ClassFile.of()
                .build(
                        type,
                        target -> target.withMethodBody(
                                ConstantDescs.CLASS_INIT_NAME,
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_STATIC,
                                code -> code.new_(DECIMAL)
                                        .dup()
                                        .loadConstant("0.5")
                                        .invokespecial(
                                                DECIMAL,
                                                ConstantDescs.INIT_NAME,
                                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
                                        .putstatic(type, "BD_HALF", DECIMAL)
                                        .return_()));
        try (PackagedTypes types = new PackagedTypes(List.of())) {
            assertThatThrownBy(() -> new LateNumbers(types).rewrite(PLACE + "Changed.class", changed))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("BD_HALF");
        }
    }
}
