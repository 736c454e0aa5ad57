package dev.backplane.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class NeededTypesTest {

    private static final String ANY = "software/amazon/awssdk/services/any/";

    @TempDir
    private Path folder;

    private static byte[] type(String name) {
        return ClassFile.of().build(ClassDesc.ofInternalName(name), _ -> {});
    }

    private static byte[] typeThatMakes(String name, String other) {
        return ClassFile.of()
                .build(
                        ClassDesc.ofInternalName(name),
                        type -> type.withMethodBody(
                                "make",
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_STATIC,
                                code -> code.new_(ClassDesc.ofInternalName(other))
                                        .pop()
                                        .return_()));
    }

    private static byte[] typeThatCallsWith(String name, String other) {
        return ClassFile.of()
                .build(
                        ClassDesc.ofInternalName(name),
                        type -> type.withMethodBody(
                                "call",
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_STATIC,
                                code -> code.aconst_null()
                                        .invokestatic(
                                                ClassDesc.of("some.Other"),
                                                "take",
                                                MethodTypeDesc.of(
                                                        ConstantDescs.CD_void,
                                                        ClassDesc.ofInternalName(other)
                                                                .arrayType()))
                                        .return_()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Stream<String> kept(List<Map<String, byte[]>> jars) {
        NeededTypes needed = NeededTypes.in(jars);
        return jars.stream().flatMap(jar -> jar.keySet().stream()).filter(needed::contains);
    }

    @Test
    void typesThatOthersName_areKeptAndWhatTheyNameInTurn() {
        Map<String, byte[]> own = Map.of("own/Caller.class", typeThatMakes("own/Caller", ANY + "First"));
        Map<String, byte[]> sdk = Map.of(
                ANY + "First.class", typeThatCallsWith(ANY + "First", ANY + "Second"),
                ANY + "Second.class", type(ANY + "Second"),
                ANY + "Third.class", typeThatMakes(ANY + "Third", ANY + "Fourth"),
                ANY + "Fourth.class", typeThatMakes(ANY + "Fourth", ANY + "Third"));

        assertThat(kept(List.of(own, sdk)))
                .containsExactlyInAnyOrder("own/Caller.class", ANY + "First.class", ANY + "Second.class");
    }

    @Test
    void typesInLists_areKept() {
        Map<String, byte[]> sdk = Map.of(
                "META-INF/services/any.Service",
                text("# a comment\n" + (ANY + "Service").replace('/', '.') + "\n"),
                ANY + "execution.interceptors",
                text((ANY + "Interceptor$Inner").replace('/', '.')),
                ANY + "other.txt",
                text((ANY + "Other").replace('/', '.')),
                ANY + "Service.class",
                type(ANY + "Service"),
                ANY + "Interceptor$Inner.class",
                type(ANY + "Interceptor$Inner"),
                ANY + "Other.class",
                type(ANY + "Other"));

        assertThat(kept(List.of(sdk)))
                .contains(ANY + "Service.class", ANY + "Interceptor$Inner.class", ANY + "other.txt")
                .doesNotContain(ANY + "Other.class");
    }

    private static String dynamo(String type) {
        return "software/amazon/awssdk/services/dynamodb/" + type + ".class";
    }

    /** What a package has of the SDK's client with a caller of two of its operations. */
    private Map<String, byte[]> dynamo() throws Exception {
        Path caller = TestTypes.jar(
                folder.resolve("backplane-caller.jar"),
                TestTypes.rewritten(SlimClientsTest.Caller.class, (_, type) -> type));
        List<Path> jars = new ArrayList<>(TestTypes.libraries());
        jars.add(caller);
        try (PackagedTypes types = new PackagedTypes(jars)) {
            SlimClients slim = new SlimClients(jars, types);
            Map<String, byte[]> own = PlainJar.read(caller, _ -> true, slim);
            Map<String, byte[]> sdk =
                    new HashMap<>(PlainJar.read(TestTypes.jarOf(DynamoDbClient.class), _ -> true, slim));
            NeededTypes needed = NeededTypes.in(List.of(own, sdk));
            sdk.keySet().removeIf(name -> !needed.contains(name));
            return sdk;
        }
    }

    @Test
    void clientOfTheSdk_keepsWhatItsCallersCanComeTo() throws Exception {
        Map<String, byte[]> kept = dynamo();

        assertThat(kept.keySet())
                .contains(
                        dynamo("DynamoDbClient"),
                        dynamo("DefaultDynamoDbClient"),
                        dynamo("model/GetItemRequest$BuilderImpl"),
                        dynamo("model/AttributeValue"),
                        dynamo("model/ProvisionedThroughputExceededException"),
                        dynamo("paginators/ListTablesIterable"))
                .doesNotContain(
                        dynamo("DynamoDbAsyncClient"),
                        dynamo("DefaultDynamoDbAsyncClient"),
                        dynamo("model/CreateBackupResponse"),
                        dynamo("transform/CreateBackupRequestMarshaller"),
                        dynamo("paginators/ScanIterable"),
                        dynamo("waiters/DynamoDbWaiter"));
        assertThat(named(kept)).isSubsetOf(kept.keySet()).hasSizeGreaterThan(100);
    }

    /** The entries of all types of the client that some classes name. */
    private static List<String> named(Map<String, byte[]> types) {
        return types.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".class"))
                .map(entry -> ClassFile.of().parse(entry.getValue()).constantPool())
                .flatMap(constants -> StreamSupport.stream(constants.spliterator(), false))
                .filter(ClassEntry.class::isInstance)
                .map(entry -> ((ClassEntry) entry).asInternalName().replaceAll("^\\[+L|;$", ""))
                .filter(name -> name.startsWith("software/amazon/awssdk/services/"))
                .map(name -> name + ".class")
                .distinct()
                .toList();
    }
}
