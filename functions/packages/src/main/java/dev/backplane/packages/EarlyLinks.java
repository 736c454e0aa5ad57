package dev.backplane.packages;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes out what the compiler leaves to Java: which label of a {@code switch} over types is meant, and {@code equals}
 * and {@code hashCode} of records.
 *
 * <p>Java makes up code for each of them when it is first reached. That takes milliseconds and memory, which every new
 * process of a function would spend again: caches of classes keep lambdas and joined strings, but not these.
 */
final class EarlyLinks implements PlainJar.Rewriting {

    private final ClassFile format;

    EarlyLinks(PackagedTypes types) {
        this.format = types.format();
    }

    @Override
    public byte[] rewrite(String name, byte[] type) {
        // Older compilers leave none of it to Java.
        if (majorVersion(type) < ClassFile.JAVA_16_VERSION) {
            return type;
        }
        ClassModel model = format.parse(type);
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof InvokeDynamicEntry call && code(call).isPresent()) {
                return format.transformClass(model, new Written(model).transform());
            }
        }
        return type;
    }

    private static int majorVersion(byte[] type) {
        return ByteBuffer.wrap(type).getShort(6);
    }

    /** Returns the code of a method that does what the call would be linked to, for calls that are known. */
    private static Optional<Consumer<CodeBuilder>> code(InvokeDynamicEntry call) {
        return switch (call.bootstrap().bootstrapMethod().reference().owner().asInternalName()) {
            case TypeChoice.LINKER -> TypeChoice.code(call);
            case RecordMethods.LINKER -> RecordMethods.code(call);
            default -> Optional.empty();
        };
    }

    /** A class with such methods, each called where Java would have linked. */
    private static final class Written {

        private static final int FLAGS =
                AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();

        private final ClassDesc type;
        private final boolean isInterface;
        private final Map<String, Method> methods = new LinkedHashMap<>();

        private record Method(MethodTypeDesc type, Consumer<CodeBuilder> code) {}

        Written(ClassModel model) {
            this.type = model.thisClass().asSymbol();
            this.isInterface = model.flags().has(AccessFlag.INTERFACE);
        }

        ClassTransform transform() {
            CodeTransform calls = this::replace;
            return ClassTransform.transformingMethodBodies(calls).andThen(ClassTransform.endHandler(this::addMethods));
        }

        private void replace(CodeBuilder body, CodeElement element) {
            if (element instanceof InvokeDynamicInstruction call) {
                code(call.invokedynamic()).ifPresentOrElse(code -> call(body, call, code), () -> body.with(element));
            } else {
                body.with(element);
            }
        }

        private void call(CodeBuilder body, InvokeDynamicInstruction call, Consumer<CodeBuilder> code) {
            String name = "linked$" + call.name().stringValue() + "$" + methods.size();
            methods.put(name, new Method(call.typeSymbol(), code));
            body.invokestatic(type, name, call.typeSymbol(), isInterface);
        }

        private void addMethods(ClassBuilder target) {
            methods.forEach((name, method) -> target.withMethodBody(name, method.type(), FLAGS, method.code()));
        }
    }
}
