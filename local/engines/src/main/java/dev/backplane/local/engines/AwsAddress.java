package dev.backplane.local.engines;

import org.elasticmq.NodeAddress;

/**
 * The address that ElasticMQ puts into queue URLs, without a port as on AWS.
 *
 * <p>ElasticMQ takes requests under the context path only, and queue URLs with it only.
 */
final class AwsAddress extends NodeAddress {

    private static final long serialVersionUID = 1L;
    private static final int HTTPS_PORT = 443;

    AwsAddress(String region, String secret) {
        super("https", "sqs." + region + ".amazonaws.com", HTTPS_PORT, secret);
    }

    /** Without the context path: AWS has none. */
    @Override
    public String fullAddress() {
        return protocol() + "://" + host();
    }

    @Override
    public String hostAndPort() {
        return host();
    }
}
