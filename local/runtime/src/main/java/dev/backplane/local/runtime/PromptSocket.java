package dev.backplane.local.runtime;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Objects;
import jdk.net.ExtendedSocketOptions;

/**
 * A connection that acknowledges what comes in at once, where the system can.
 *
 * <p>Linux holds acknowledgements back by 40 ms on a connection that has just answered. A client that sends in small
 * pieces waits for each, which is how the CRT ends its handshake: the time would be the loopback's and not the client's.
 */
final class PromptSocket extends Socket {

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = super.getInputStream();
        return supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK) ? new Prompt(in) : in;
    }

    private final class Prompt extends FilterInputStream {

        private Prompt(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            // The system forgets it with each answer.
            setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            return in.read(bytes, offset, length);
        }
    }
}
