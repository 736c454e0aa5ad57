package dev.backplane.testing.sample;

import dev.backplane.testing.sample.store.SampleStore;
import java.lang.System.Logger;
import software.amazon.awssdk.regions.Region;

/** A domain type that depends on AWS, a store, the environment and a logger. */
public final class ImpureDomain {

    private ImpureDomain() {}

    static Region region() {
        Logger logger = System.getLogger("sample");
        logger.log(Logger.Level.INFO, SampleStore.TABLE);
        return Region.of(System.getenv("AWS_REGION"));
    }
}
