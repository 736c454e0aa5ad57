package dev.backplane.packages;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of the SDK's clients that a package needs: those that are named by its other types, and by them in turn.
 *
 * <p>Each client brings a thousand classes, most of them for operations that nobody calls. Java keeps the list of a
 * jar's entries in memory, so that they cost something even if they are never loaded.
 */
final class NeededTypes {

    /** Where the SDK has its clients. */
    static final String CLIENTS = "software/amazon/awssdk/services/";

    private static final String CLASS = ".class";
    private static final Pattern TYPE = Pattern.compile("L(" + CLIENTS + "[^;]+);");
    private static final Pattern NAME = Pattern.compile("[\\w.$]+");

    private final Map<String, byte[]> needless = new HashMap<>();
    private final Deque<byte[]> unread = new ArrayDeque<>();

    private NeededTypes() {}

    /** Looks through the entries of all jars of a package. */
    static NeededTypes in(Collection<Map<String, byte[]>> jars) {
        NeededTypes types = new NeededTypes();
        for (Map<String, byte[]> jar : jars) {
            jar.forEach((name, bytes) -> {
                if (name.startsWith(CLIENTS) && name.endsWith(CLASS)) {
                    types.needless.put(name.substring(0, name.length() - CLASS.length()), bytes);
                }
            });
        }
        jars.forEach(jar -> jar.forEach(types::begin));
        while (!types.unread.isEmpty()) {
            types.read(types.unread.remove());
        }
        return types;
    }

    /** Says whether an entry is needed. */
    boolean contains(String entry) {
        return !entry.endsWith(CLASS) || !needless.containsKey(entry.substring(0, entry.length() - CLASS.length()));
    }

    private void begin(String name, byte[] bytes) {
        if (name.endsWith(CLASS)) {
            if (!name.startsWith(CLIENTS)) {
                unread.add(bytes);
            }
        } else if (MergedJar.isList(name)) {
            Matcher names = NAME.matcher(new String(bytes, StandardCharsets.UTF_8));
            while (names.find()) {
                need(names.group().replace('.', '/'));
            }
        }
    }

    private void need(String type) {
        byte[] bytes = needless.remove(type);
        if (bytes != null) {
            unread.add(bytes);
        }
    }

    // Also the types of what it has and calls: to check a class, Java may want to know how they are related.
    private void read(byte[] type) {
        ClassModel model = ClassFile.of().parse(type);
        model.methods().forEach(method -> needAll(method.methodType().stringValue()));
        model.fields().forEach(field -> needAll(field.fieldType().stringValue()));
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry named -> needAll(named.asInternalName());
                case NameAndTypeEntry member -> needAll(member.type().stringValue());
                case MethodTypeEntry method -> needAll(method.descriptor().stringValue());
                default -> {}
            }
        }
    }

    private void needAll(String text) {
        need(text);
        Matcher types = TYPE.matcher(text);
        while (types.find()) {
            need(types.group(1));
        }
    }
}
