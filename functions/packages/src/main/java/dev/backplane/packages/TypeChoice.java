package dev.backplane.packages;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Which label of a {@code switch} over types is meant, as code. */
final class TypeChoice {

    static final String LINKER = "java/lang/runtime/SwitchBootstraps";

    private TypeChoice() {}

    /** Returns the code of {@code int choice(Object value, int from)}; labels may be types only. */
    static Optional<Consumer<CodeBuilder>> code(InvokeDynamicEntry call) {
        var labels = call.bootstrap().arguments();
        if (!call.name().equalsString("typeSwitch")
                || call.typeSymbol().parameterType(0).isPrimitive()
                || !labels.stream().allMatch(ClassEntry.class::isInstance)) {
            return Optional.empty();
        }
        List<ClassEntry> types = labels.stream().map(ClassEntry.class::cast).toList();
        return Optional.of(code -> write(code, types));
    }

    // The second argument is the label to begin with: a guard may have refused those before it.
    private static void write(CodeBuilder code, List<ClassEntry> types) {
        Label something = code.newLabel();
        code.aload(0).ifnonnull(something).iconst_m1().ireturn().labelBinding(something);
        for (int label = 0; label < types.size(); label++) {
            Label next = code.newLabel();
            code.iload(1).loadConstant(label).if_icmpgt(next);
            code.aload(0).instanceOf(types.get(label)).ifeq(next);
            code.loadConstant(label).ireturn().labelBinding(next);
        }
        code.loadConstant(types.size()).ireturn();
    }
}
