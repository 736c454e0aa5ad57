package dev.backplane.packages;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * A class file without the names of its local variables, which only debuggers read. All else is copied byte for byte:
 * lines stay in stack traces, and the verifier finds what the compiler wrote.
 */
final class SlimClass {

    private static final Set<String> FOR_DEBUGGERS = Set.of("LocalVariableTable", "LocalVariableTypeTable");
    private static final String CODE = "Code";

    private final DataInputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Set<Integer> dropped = new HashSet<>();
    private int code = -1;

    private SlimClass(byte[] original) {
        this.in = new DataInputStream(new ByteArrayInputStream(original));
    }

    static byte[] of(byte[] original) throws IOException {
        SlimClass slim = new SlimClass(original);
        slim.copy(8); // magic, version
        slim.copyConstants();
        slim.copy(6); // access, this, super
        slim.copy(2 * slim.copyShort()); // interfaces
        slim.copyMembers(); // fields
        slim.copyMembers(); // methods
        slim.in.transferTo(slim.out);
        return slim.bytes.toByteArray();
    }

    private void copyConstants() throws IOException {
        int count = copyShort();
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> note(index, copyText());
                case 3, 4, 9, 10, 11, 12, 17, 18 -> copy(4);
                case 5, 6 -> {
                    copy(8);
                    index++; // numbers of eight bytes take two places
                }
                case 7, 8, 16, 19, 20 -> copy(2);
                case 15 -> copy(3);
                default -> throw new IOException("no constant has the tag " + tag);
            }
        }
    }

    private void note(int index, String text) {
        if (FOR_DEBUGGERS.contains(text)) {
            dropped.add(index);
        } else if (text.equals(CODE)) {
            code = index;
        }
    }

    private String copyText() throws IOException {
        String text = in.readUTF();
        out.writeUTF(text);
        return text;
    }

    private void copyMembers() throws IOException {
        int count = copyShort();
        for (int i = 0; i < count; i++) {
            copy(6); // access, name, type
            int attributes = copyShort();
            for (int a = 0; a < attributes; a++) {
                int name = copyShort();
                byte[] content = in.readNBytes(in.readInt());
                byte[] kept = name == code ? slimCode(content) : content;
                out.writeInt(kept.length);
                out.write(kept);
            }
        }
    }

    private byte[] slimCode(byte[] content) throws IOException {
        DataInputStream source = new DataInputStream(new ByteArrayInputStream(content));
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream target = new DataOutputStream(result);
        target.write(source.readNBytes(4)); // stack, variables
        int length = source.readInt();
        target.writeInt(length);
        target.write(source.readNBytes(length));
        int handlers = source.readUnsignedShort();
        target.writeShort(handlers);
        target.write(source.readNBytes(8 * handlers));
        int attributes = source.readUnsignedShort();
        int kept = 0;
        ByteArrayOutputStream others = new ByteArrayOutputStream();
        DataOutputStream rest = new DataOutputStream(others);
        for (int i = 0; i < attributes; i++) {
            int name = source.readUnsignedShort();
            byte[] attribute = source.readNBytes(source.readInt());
            if (!dropped.contains(name)) {
                kept++;
                rest.writeShort(name);
                rest.writeInt(attribute.length);
                rest.write(attribute);
            }
        }
        target.writeShort(kept);
        others.writeTo(target);
        return result.toByteArray();
    }

    private int copyShort() throws IOException {
        int value = in.readUnsignedShort();
        out.writeShort(value);
        return value;
    }

    private void copy(int length) throws IOException {
        out.write(in.readNBytes(length));
    }
}
