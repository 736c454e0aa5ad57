package dev.backplane.local.engines;

import org.elasticmq.NodeAddress;

/** The address that ElasticMQ puts into queue URLs, without a port as on AWS. */
final class AwsAddress extends NodeAddress {
    private static final long serialVersionUID = 1L;
    private static final int HTTPS_PORT = 443;

    AwsAddress(String region) {
        super("https", "sqs." + region + ".amazonaws.com", HTTPS_PORT, "");
    }

    @Override
    public String hostAndPort() {
        return host();
    }
}
