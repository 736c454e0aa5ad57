package dev.backplane.packages;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldTransform;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.DeprecatedAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleParameterAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleTypeAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;

/**
 * Takes out of classes what compilers read, and at run time only who asks for generic types, parameters or declared
 * exceptions of what he does not know: nobody in a function. A cache holds each such name in memory. Lines stay, for
 * stack traces.
 */
final class LeanTypes implements PlainJar.Rewriting {

    private final ClassFile format;

    LeanTypes(PackagedTypes types) {
        // With constants of its own, as the old ones have the names.
        this.format = types.format(ClassFile.ConstantPoolSharingOption.NEW_POOL);
    }

    @Override
    public byte[] rewrite(String name, byte[] type) {
        ClassTransform lean = ClassTransform.dropping(LeanTypes::isForCompilers)
                .andThen(ClassTransform.transformingMethods(MethodTransform.dropping(LeanTypes::isForCompilers)))
                .andThen(ClassTransform.transformingFields(FieldTransform.dropping(LeanTypes::isForCompilers)));
        return format.transformClass(format.parse(type), lean);
    }

    private static boolean isForCompilers(Object element) {
        return switch (element) {
            case SignatureAttribute _,
                    MethodParametersAttribute _,
                    ExceptionsAttribute _,
                    DeprecatedAttribute _,
                    RuntimeInvisibleAnnotationsAttribute _,
                    RuntimeInvisibleParameterAnnotationsAttribute _,
                    RuntimeInvisibleTypeAnnotationsAttribute _ -> true;
            default -> false;
        };
    }
}
