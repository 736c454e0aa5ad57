package dev.backplane.packages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a folder as a zip whose files keep who may execute them, and whose times mean the same in every time zone;
 * Java's own zips can say neither.
 */
final class UnixZip {

    private static final int LOCAL_HEADER = 0x04034b50;
    private static final int CENTRAL_HEADER = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final short VERSION = 20;
    private static final short MADE_ON_UNIX = (3 << 8) | VERSION;
    private static final short UTF_8_NAMES = 1 << 11;
    private static final short DEFLATED = 8;
    private static final short DOS_TIME = 0;
    private static final short DOS_DATE = (1 << 5) | 1; // 1980-01-01, as FixedTime has it
    private static final int REGULAR_FILE = 0100000;

    private final OutputStream out;
    private final List<byte[]> directory = new ArrayList<>();
    private int position;

    private UnixZip(OutputStream out) {
        this.out = out;
    }

    /** Writes the files of a folder, in the order of their names. */
    static void write(Path folder, Path zip) throws IOException {
        try (OutputStream out = Files.newOutputStream(zip);
                Stream<Path> files = Files.walk(folder)) {
            UnixZip writer = new UnixZip(out);
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                int mode = REGULAR_FILE | (Files.isExecutable(file) ? 0755 : 0644);
                writer.add(folder.relativize(file).toString().replace('\\', '/'), mode, Files.readAllBytes(file));
            }
            writer.finish();
        }
    }

    private void add(String path, int mode, byte[] content) throws IOException {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        byte[] packed = deflate(content);
        CRC32 sum = new CRC32();
        sum.update(content);
        byte[] time = extendedTime();
        byte[] common = bytes(26)
                .putShort(VERSION)
                .putShort(UTF_8_NAMES)
                .putShort(DEFLATED)
                .putShort(DOS_TIME)
                .putShort(DOS_DATE)
                .putInt((int) sum.getValue())
                .putInt(packed.length)
                .putInt(content.length)
                .putShort((short) name.length)
                .putShort((short) time.length)
                .array();
        directory.add(bytes(46 + name.length + time.length)
                .putInt(CENTRAL_HEADER)
                .putShort(MADE_ON_UNIX)
                .put(common)
                .putShort((short) 0) // no comment
                .putShort((short) 0) // the first disk
                .putShort((short) 0) // no text
                .putInt(mode << 16)
                .putInt(position)
                .put(name)
                .put(time)
                .array());
        send(bytes(4).putInt(LOCAL_HEADER).array(), common, name, time, packed);
    }

    private void finish() throws IOException {
        int start = position;
        for (byte[] entry : directory) {
            send(entry);
        }
        send(bytes(22)
                .putInt(END)
                .putInt(0) // the only disk
                .putShort((short) directory.size())
                .putShort((short) directory.size())
                .putInt(position - start)
                .putInt(start)
                .putShort((short) 0)
                .array());
    }

    // The time once more, in seconds of UTC: who reads it need not guess a zone for the other.
    private static byte[] extendedTime() {
        return bytes(9).putShort((short) 0x5455)
                .putShort((short) 5)
                .put((byte) 1)
                .putInt((int) FixedTime.INSTANT.getEpochSecond())
                .array();
    }

    private static byte[] deflate(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            byte[] packed = new byte[content.length + content.length / 1000 + 64];
            int length = deflater.deflate(packed);
            return Arrays.copyOf(packed, length);
        } finally {
            deflater.end();
        }
    }

    private void send(byte[]... parts) throws IOException {
        for (byte[] part : parts) {
            out.write(part);
            position += part.length;
        }
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
