package dev.backplane.packages;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code equals} and {@code hashCode} of a record, as code: to the bit what Java makes up for them. */
final class RecordMethods {

    static final String LINKER = "java/lang/runtime/ObjectMethods";

    private static final ClassDesc OBJECTS = Objects.class.describeConstable().orElseThrow();
    private static final int OTHER = 2;

    private RecordMethods() {}

    /** Returns the code of {@code boolean equals(R, Object)} or {@code int hashCode(R)}. */
    static Optional<Consumer<CodeBuilder>> code(InvokeDynamicEntry call) {
        var arguments = call.bootstrap().arguments();
        ClassEntry type = (ClassEntry) arguments.getFirst();
        // The second is their names, which only toString prints.
        List<FieldRefEntry> fields = arguments.stream()
                .skip(2)
                .map(getter -> (FieldRefEntry) ((MethodHandleEntry) getter).reference())
                .toList();
        return switch (call.name().stringValue()) {
            case "equals" -> Optional.of(code -> writeEquals(code, type, fields));
            case "hashCode" -> Optional.of(code -> writeHashCode(code, fields));
            default -> Optional.empty();
        };
    }

    private static void writeEquals(CodeBuilder code, ClassEntry type, List<FieldRefEntry> fields) {
        Label different = code.newLabel();
        code.aload(1).instanceOf(type).ifeq(different);
        code.aload(1).checkcast(type).astore(OTHER);
        for (FieldRefEntry field : fields) {
            code.aload(0).getfield(field).aload(OTHER).getfield(field);
            compare(code, field.typeSymbol(), different);
        }
        code.iconst_1().ireturn();
        code.labelBinding(different).iconst_0().ireturn();
    }

    private static void compare(CodeBuilder code, ClassDesc type, Label different) {
        switch (TypeKind.from(type).asLoadable()) {
            case INT -> code.if_icmpne(different);
            case LONG -> code.lcmp().ifne(different);
            // Numbers that are none equal each other, and the two zeros do not.
            case FLOAT, DOUBLE ->
                code.invokestatic(wrapper(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
                        .ifne(different);
            default ->
                code.invokestatic(
                                OBJECTS,
                                "equals",
                                MethodTypeDesc.of(
                                        ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                        .ifeq(different);
        }
    }

    private static void writeHashCode(CodeBuilder code, List<FieldRefEntry> fields) {
        code.iconst_0();
        for (FieldRefEntry field : fields) {
            ClassDesc type = field.typeSymbol();
            code.loadConstant(31).imul().aload(0).getfield(field);
            if (type.isPrimitive()) {
                code.invokestatic(wrapper(type), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type));
            } else {
                code.invokestatic(
                        OBJECTS, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
            }
            code.iadd();
        }
        code.ireturn();
    }

    private static ClassDesc wrapper(ClassDesc primitive) {
        return switch (primitive.descriptorString().charAt(0)) {
            case 'Z' -> ConstantDescs.CD_Boolean;
            case 'B' -> ConstantDescs.CD_Byte;
            case 'C' -> ConstantDescs.CD_Character;
            case 'S' -> ConstantDescs.CD_Short;
            case 'I' -> ConstantDescs.CD_Integer;
            case 'J' -> ConstantDescs.CD_Long;
            case 'F' -> ConstantDescs.CD_Float;
            case 'D' -> ConstantDescs.CD_Double;
            default -> throw new IllegalArgumentException(primitive + " is no primitive type");
        };
    }
}
