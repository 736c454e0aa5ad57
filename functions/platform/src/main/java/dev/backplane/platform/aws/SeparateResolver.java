package dev.backplane.platform.aws;

import software.amazon.awssdk.crt.io.HostResolver;

/**
 * As long as it is open, clients that are built share what finds addresses with each other, but not with those from before
 * and after.
 *
 * <p>It gives out the addresses that it knows, however old they are. So what a function does ahead of its snapshot is done
 * with one of these, and the function's own client knows no address when the snapshot is taken.
 */
public final class SeparateResolver implements AutoCloseable {

    public SeparateResolver() {
        HostResolver.closeStaticDefault();
    }

    @Override
    public void close() {
        HostResolver.closeStaticDefault();
    }
}
