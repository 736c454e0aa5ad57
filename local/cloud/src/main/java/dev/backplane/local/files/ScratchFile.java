package dev.backplane.local.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file that is deleted right after opening, so that nothing is left
 * when the process ends.
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
            // Some systems cannot delete open files; closing the channel deletes it.
        }
        return new ScratchFile(channel);
    }

    /** Appends bytes and returns their position. */
    public synchronized long append(byte[] bytes) throws IOException {
        return append(bytes, bytes.length);
    }

    /** Appends the first bytes of an array and returns their position. */
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
