package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.s3.S3Bucket;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.UserdataSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** The files of exports in the bucket. */
public final class ExportFiles {

    /** How long a link can be used. */
    public static final Duration LINK_VALIDITY = Duration.ofMinutes(15);

    private static final String TYPE = "application/gzip";

    private final S3Bucket bucket;

    ExportFiles(Platform platform, UserdataSettings settings) {
        this.bucket = new S3Bucket(platform, settings.objectBucket());
    }

    /** Writes the next file of an export; a repeat replaces it. */
    public void write(Export export, byte[] content) {
        bucket.put(Export.file(export.id(), export.files() + 1), content, TYPE);
    }

    /** Deletes a file, if it exists. */
    void delete(JobId id, int number) {
        bucket.delete(Export.file(id, number));
    }

    /** Returns an address from which anyone can read a file for some minutes. */
    public URI link(Export export, int number) {
        String name = "attachment; filename=\"" + export.id() + "-" + number + ".jsonl.gz\"";
        return bucket.downloadUrl(Export.file(export.id(), number), Map.of("content-disposition", name), LINK_VALIDITY);
    }
}
