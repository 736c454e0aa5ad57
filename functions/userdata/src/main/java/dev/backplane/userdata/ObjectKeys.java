package dev.backplane.userdata;

/** The keys of the objects in the service's bucket. */
public final class ObjectKeys {

    /** The prefix of large blobs, which the service deletes itself. */
    public static final String BLOBS = "objects/";

    /** The prefix of exports, which the bucket deletes. */
    public static final String EXPORTS = "exports/";

    /** The days after which the bucket deletes an export. */
    public static final int EXPORT_DAYS = 7;

    private ObjectKeys() {}
}
