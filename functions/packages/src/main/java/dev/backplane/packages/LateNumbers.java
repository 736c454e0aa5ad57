package dev.backplane.packages;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Has the SDK's reader of JSON make the decimals that it compares large numbers with where it compares.
 *
 * <p>They are constants of a class that reads every answer. The first decimal of a process has Java work out the powers
 * of five up to some hundred thousand bits, for 2 MB of memory, and few functions ever meet a number with a fraction.
 */
final class LateNumbers implements PlainJar.Rewriting {

    private static final String PLACE = "software/amazon/awssdk/thirdparty/jackson/core/";
    private static final ClassDesc DECIMAL =
            BigDecimal.class.describeConstable().orElseThrow();
    private static final ClassDesc INTEGER =
            BigInteger.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc OF_INTEGER = MethodTypeDesc.of(ConstantDescs.CD_void, INTEGER);

    // A constant of the first kind is made of the one of the second kind that is called like it.
    private static final String DECIMALS = "BD_";
    private static final String INTEGERS = "BI_";

    // new, dup, getstatic, invokespecial, putstatic
    private static final int STEPS = 5;

    private final ClassFile format;

    LateNumbers(PackagedTypes types) {
        this.format = types.format();
    }

    @Override
    public byte[] rewrite(String name, byte[] type) {
        if (!name.startsWith(PLACE)) {
            return type;
        }
        ClassModel model = format.parse(type);
        if (StreamSupport.stream(model.constantPool().spliterator(), false).noneMatch(LateNumbers::isDecimal)) {
            return type;
        }
        return format.transformClass(model, ClassTransform.transformingMethods(LateNumbers::write));
    }

    private static boolean isDecimal(PoolEntry entry) {
        return entry instanceof FieldRefEntry field
                && field.typeSymbol().equals(DECIMAL)
                && field.name().stringValue().startsWith(DECIMALS);
    }

    private static void write(MethodBuilder method, MethodElement element) {
        if (element instanceof CodeModel code) {
            method.withCode(target -> write(target, code.elementList()));
        } else {
            method.with(element);
        }
    }

    private static void write(CodeBuilder target, List<CodeElement> elements) {
        for (int at = 0; at < elements.size(); at++) {
            if (isKept(elements, at)) {
                at += STEPS - 1;
            } else if (elements.get(at) instanceof FieldInstruction field && isDecimal(field, Opcode.GETSTATIC)) {
                target.new_(DECIMAL)
                        .dup()
                        .getstatic(field.owner().asSymbol(), integerOf(field), INTEGER)
                        .invokespecial(DECIMAL, ConstantDescs.INIT_NAME, OF_INTEGER);
            } else if (elements.get(at) instanceof FieldInstruction field && isDecimal(field, Opcode.PUTSTATIC)) {
                throw new IllegalStateException(field.name() + " is not made of " + integerOf(field) + " any more");
            } else {
                target.with(elements.get(at));
            }
        }
    }

    /** Says whether a decimal is made here to be kept as a constant. */
    private static boolean isKept(List<CodeElement> elements, int at) {
        return elements.get(at) instanceof NewObjectInstruction made
                && made.className().asSymbol().equals(DECIMAL)
                && at + STEPS <= elements.size()
                && elements.get(at + 2) instanceof FieldInstruction integer
                && elements.get(at + STEPS - 1) instanceof FieldInstruction field
                && isDecimal(field, Opcode.PUTSTATIC)
                && integer.opcode() == Opcode.GETSTATIC
                && integer.name().equalsString(integerOf(field));
    }

    private static String integerOf(FieldInstruction decimal) {
        return INTEGERS + decimal.name().stringValue().substring(DECIMALS.length());
    }

    private static boolean isDecimal(FieldInstruction field, Opcode opcode) {
        return field.opcode() == opcode && isDecimal(field.field());
    }
}
