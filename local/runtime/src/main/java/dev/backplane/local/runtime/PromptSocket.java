package dev.backplane.local.runtime;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Objects;
import jdk.net.ExtendedSocketOptions;

/**
 * A connection that acknowledges received data immediately, if the system supports it.
 *
 * <p>Linux delays acknowledgements by 40 ms on a connection that has just sent data. A client that sends small packets
 * waits for each one, as the CRT does at the end of its handshake. The measured time would include these delays of the
 * loopback interface.
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
            // The system resets the option with each send.
            setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            return in.read(bytes, offset, length);
        }
    }
}
