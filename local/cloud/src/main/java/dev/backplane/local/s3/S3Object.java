package dev.backplane.local.s3;

import dev.backplane.local.account.Account;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An object in S3. */
public record S3Object(String bucket, String key) {

    private static final String ENDPOINT = "s3(?:[.-]" + Account.REGION + ")?\\.amazonaws\\.com";
    private static final Pattern PATH_STYLE = Pattern.compile(ENDPOINT);
    private static final Pattern HOST_STYLE = Pattern.compile("(.+)\\." + ENDPOINT);

    /** Parses path-style and virtual-hosted URLs. */
    public static Optional<S3Object> at(String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
        if (!"https".equals(uri.getScheme())
                || uri.getHost() == null
                || uri.getPath().length() < 2) {
            return Optional.empty();
        }
        String path = uri.getPath().substring(1);
        Matcher host = HOST_STYLE.matcher(uri.getHost());
        if (host.matches()) {
            return Optional.of(new S3Object(host.group(1), path));
        }
        int slash = path.indexOf('/');
        return PATH_STYLE.matcher(uri.getHost()).matches() && slash > 0
                ? Optional.of(new S3Object(path.substring(0, slash), path.substring(slash + 1)))
                : Optional.empty();
    }

    public String arn() {
        return "arn:" + Account.PARTITION + ":s3:::" + bucket + "/" + key;
    }
}
