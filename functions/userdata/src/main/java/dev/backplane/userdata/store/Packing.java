package dev.backplane.userdata.store;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Deflates values to save capacity; their size for quotas stays the same. */
final class Packing {

    private static final int BUFFER = 8 * 1024;

    private Packing() {}

    static byte[] pack(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
            byte[] buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    static byte[] unpack(byte[] packed, int length) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            byte[] bytes = new byte[length];
            int at = 0;
            while (at < length) {
                int read = inflater.inflate(bytes, at, length - at);
                if (read == 0) {
                    throw new IllegalStateException("a packed value ends too early");
                }
                at += read;
            }
            return bytes;
        } catch (DataFormatException e) {
            throw new IllegalStateException("a packed value is damaged", e);
        } finally {
            inflater.end();
        }
    }
}
