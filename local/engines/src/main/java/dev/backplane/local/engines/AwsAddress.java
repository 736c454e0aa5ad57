package dev.backplane.local.engines;

import org.elasticmq.NodeAddress;

/**
 * The address that ElasticMQ uses in queue URLs: without a port, as on AWS.
 *
 * <p>ElasticMQ only accepts requests and queue URLs with the context path.
 */
final class AwsAddress extends NodeAddress {

    private static final long serialVersionUID = 1L;
    private static final int HTTPS_PORT = 443;

    AwsAddress(String region, String secret) {
        super("https", "sqs." + region + ".amazonaws.com", HTTPS_PORT, secret);
    }

    /** Returns the address without the context path, which AWS does not have. */
    @Override
    public String fullAddress() {
        return protocol() + "://" + host();
    }

    @Override
    public String hostAndPort() {
        return host();
    }
}
