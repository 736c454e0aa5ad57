package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.settings.Packaging;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Looks for what packages leave out of the SDK's clients although something in them asks for it. */
class PackagedClientsTest {

    static final List<String> SERVICES = TestApp.SERVICES;

    private static final String CLIENTS = "software/amazon/awssdk/services/";
    private static final Pattern READ = Pattern.compile("(?:" + CLIENTS + "|dev/backplane/).+\\.class");
    private static final Pattern OPERATION =
            Pattern.compile("\\(.*\\)L" + CLIENTS + "\\w+/(?:model/\\w+Response|paginators/\\w+|waiters/\\w+);");

    private static List<Path> jars(String service) throws IOException {
        FunctionCode code =
                new Workspace(TestApp.ROOT).functionCode(service.toLowerCase(Locale.ROOT), Packaging.SNAPSTART);
        try (Stream<Path> files =
                Files.list(((FunctionCode.Managed) code).folder().resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static Map<String, ClassModel> types(String service) throws IOException {
        Map<String, ClassModel> types = new HashMap<>();
        for (Path jar : jars(service)) {
            read(jar, types);
        }
        return types;
    }

    private static void read(Path jar, Map<String, ClassModel> types) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (READ.matcher(entry.getName()).matches()) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        ClassModel type = ClassFile.of().parse(in.readAllBytes());
                        types.put(type.thisClass().asInternalName(), type);
                    }
                }
            }
        }
    }

    private static Stream<PoolEntry> constants(Map<String, ClassModel> types) {
        return types.values().stream()
                .flatMap(type -> StreamSupport.stream(type.constantPool().spliterator(), false));
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void typesOfClients_thatAreNamedAreThere(String service) throws IOException {
        Map<String, ClassModel> types = types(service);

        assertThat(constants(types)
                        .filter(ClassEntry.class::isInstance)
                        .map(entry -> ((ClassEntry) entry).asInternalName().replaceAll("^\\[+L|;$", ""))
                        .filter(name -> name.startsWith(CLIENTS))
                        .distinct())
                .hasSizeGreaterThan(100)
                .allSatisfy(name -> assertThat(types).containsKey(name));
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void operationsOfClients_thatAreCalledAreThere(String service) throws IOException {
        Map<String, ClassModel> types = types(service);

        assertThat(constants(types)
                        .filter(MemberRefEntry.class::isInstance)
                        .map(MemberRefEntry.class::cast)
                        .filter(call -> call.owner().asInternalName().matches(CLIENTS + "\\w+/\\w+Client"))
                        .filter(call ->
                                OPERATION.matcher(call.type().stringValue()).matches()))
                .isNotEmpty()
                .allMatch(call -> has(types, types.get(call.owner().asInternalName()), call));
    }

    // To tell the methods of a class, Java checks it, and finds each type that they take and return.
    @ParameterizedTest
    @FieldSource("SERVICES")
    void types_areAllSound(String service) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars(service)) {
            urls.add(jar.toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            for (String type : types(service).keySet()) {
                Class<?> loaded = Class.forName(type.replace('/', '.'), false, loader);
                assertThatCode(() -> List.of(loaded.getDeclaredMethods(), loaded.getDeclaredFields()))
                        .as(type)
                        .doesNotThrowAnyException();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void ownStrings_areJoinedByCode(String service) throws IOException {
        assertThat(types(service).values())
                .filteredOn(type -> type.thisClass().asInternalName().startsWith("dev/backplane/"))
                .isNotEmpty()
                .allSatisfy(type -> assertThat(type.constantPool())
                        .noneMatch(entry -> entry instanceof ClassEntry named
                                && named.asInternalName().equals("java/lang/invoke/StringConcatFactory")));
    }

    private static boolean has(Map<String, ClassModel> types, @Nullable ClassModel type, MemberRefEntry call) {
        return type != null
                && (type.methods().stream()
                                .anyMatch(method -> method.methodName().equals(call.name())
                                        && method.methodType().equals(call.type()))
                        || type.interfaces().stream()
                                .anyMatch(each -> has(types, types.get(each.asInternalName()), call)));
    }
}
