package software.amazon.awssdk.regions;

import org.jspecify.annotations.Nullable;

/**
 * Takes the place of the SDK's class of this name in the functions' packages, which leave that one out.
 *
 * <p>The SDK's makes objects of what it knows about each of AWS's three hundred services when the first client is built,
 * to look up the region by which requests are signed. For all services that functions here call, that is the region
 * that they are called in, which is what the SDK takes for services it knows nothing of.
 */
public final class GeneratedServiceMetadataProvider implements ServiceMetadataProvider {

    @Override
    @SuppressWarnings("NullAway") // the SDK takes null for a service that it knows nothing of
    public @Nullable ServiceMetadata serviceMetadata(String service) {
        return null;
    }
}
