package dev.backplane.packages;

import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes the operations out of the SDK's clients that nobody in the package calls, and their waiters.
 *
 * <p>To check the class of a client, Java loads the class of each request that it can send, and there are dozens; and
 * whatever only these operations need can be left out of the package with them.
 */
final class SlimClients implements PlainJar.Rewriting {

    // A jar of the suite; without one it is not known what is called.
    private static final String OWN = "backplane-";

    private static final Pattern ENTRY =
            Pattern.compile("software/amazon/awssdk/services/[a-z0-9]+/[A-Za-z0-9]+(?<!Async)Client\\.class");
    // What an operation answers: all of it, or page by page.
    private static final Pattern OPERATION = Pattern.compile(
            "\\(.*\\)Lsoftware/amazon/awssdk/services/[a-z0-9]+/(?:model/\\w+Response|paginators/\\w+|waiters/\\w+);");
    private static final String PAGES = "Paginator";
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

    private final CalledMethods called;
    private final ClassFile format;

    /** Takes the jars of a package; what calls a client is all in them that is not a client's own. */
    SlimClients(List<Path> jars, PackagedTypes types) throws IOException {
        if (jars.stream().noneMatch(jar -> jar.getFileName().toString().startsWith(OWN))) {
            throw new IOException("none of the jars is one of the suite: " + jars);
        }
        called = CalledMethods.in(jars, entry -> !entry.startsWith(NeededTypes.CLIENTS));
        // With constants of its own, as most of the old ones are about what is gone.
        format = types.format(ClassFile.ConstantPoolSharingOption.NEW_POOL);
    }

    @Override
    public byte[] rewrite(String name, byte[] type) {
        return ENTRY.matcher(name).matches() ? slim(type) : type;
    }

    private byte[] slim(byte[] original) {
        ClassModel client = format.parse(original);
        List<String> types = Stream.concat(Stream.of(client.thisClass()), client.interfaces().stream())
                .map(ClassEntry::asInternalName)
                .toList();
        Set<String> needless = client.methods().stream()
                .filter(SlimClients::isOperation)
                .map(SlimClients::operationOf)
                .filter(operation -> types.stream().noneMatch(type -> isCalled(type, operation)))
                .collect(Collectors.toUnmodifiableSet());
        return format.transformClass(
                client, ClassTransform.dropping(element -> isIdle(element) || isPartOf(needless, element)));
    }

    // A list of all types that it names, also in what is gone; only reflection reads that.
    private static boolean isIdle(ClassElement element) {
        return element instanceof InnerClassesAttribute;
    }

    // Pages are fetched by the operation of their name. What waiters and other clients around this one call is known to
    // the SDK alone, and so is when it asks a service for its endpoints.
    private boolean isCalled(String client, String operation) {
        String service = client.substring(0, client.lastIndexOf('/') + 1);
        return called.contains(client, operation)
                || called.contains(client, operation + PAGES)
                || operation.equals("describeEndpoints")
                || called.contains(client, "waiter")
                || called.anyOf(service + "waiters/")
                || called.anyOf(service + "Delegating");
    }

    private static boolean isOperation(MethodModel method) {
        return method.flags().has(AccessFlag.PUBLIC)
                && OPERATION.matcher(method.methodType().stringValue()).matches();
    }

    private static String operationOf(MethodModel method) {
        String name = method.methodName().stringValue();
        return name.endsWith(PAGES) ? name.substring(0, name.length() - PAGES.length()) : name;
    }

    private static boolean isPartOf(Set<String> operations, ClassElement element) {
        if (!(element instanceof MethodModel method)) {
            return false;
        }
        Matcher lambda = LAMBDA.matcher(method.methodName().stringValue());
        return lambda.matches()
                ? operations.contains(lambda.group(1))
                : isOperation(method) && operations.contains(operationOf(method));
    }
}
