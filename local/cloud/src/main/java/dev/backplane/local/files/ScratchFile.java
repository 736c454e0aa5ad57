package dev.backplane.local.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file for what need not be in memory. It has no name once it is open, so that nothing is left of it
 * whatever ends the process.
 */
public final class ScratchFile implements AutoCloseable {

    private final FileChannel channel;

    private ScratchFile(FileChannel channel) {
        this.channel = channel;
    }

    public static ScratchFile create() throws IOException {
        Path path = Files.createTempFile("backplane", ".tmp"); // readable by its owner only
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            Files.delete(path);
        } catch (IOException inUse) {
            // This system does not delete open files: the channel deletes it when it is closed.
        }
        return new ScratchFile(channel);
    }

    /** Adds bytes at the end and returns where they begin. */
    public synchronized long append(byte[] bytes) throws IOException {
        return append(bytes, bytes.length);
    }

    /** Adds the first of these bytes at the end and returns where they begin. */
    public synchronized long append(byte[] bytes, int length) throws IOException {
        long start = channel.size();
        ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
        for (long position = start; rest.hasRemaining(); ) {
            position += channel.write(rest, position);
        }
        return start;
    }

    public byte[] read(long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("the scratch file ends too early");
            }
        }
        return buffer.array();
    }

    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
