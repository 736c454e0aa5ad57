package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Optional;

/**
 * The declaration of a table by its store; infrastructure creates a CDK table from it, and tests call CreateTable with
 * it.
 *
 * @param stream whether changes are streamed, with old and new images
 */
public record TableSpec(
        String name,
        Key key,
        List<Index> indexes,
        Optional<String> ttlAttribute,
        boolean stream,
        TableClass tableClass) {

    /** A primary key; all key attributes of the suite are strings. */
    public record Key(String partition, Optional<String> sort) {

        public static Key of(String partition, String sort) {
            return new Key(partition, Optional.of(sort));
        }
    }

    /**
     * A secondary index.
     *
     * @param include the attributes that it contains besides the keys, an empty list for keys only; empty for all
     * @param local whether it has the partitions of the table, and can be read consistently
     */
    public record Index(String name, Key key, Optional<List<String>> include, boolean local) {

        /** Creates the declaration of a global index. */
        public Index(String name, Key key, Optional<List<String>> include) {
            this(name, key, include, false);
        }

        /** Returns the declaration of a local index; one of an existing table cannot be added or changed. */
        public static Index local(String name, Key key, Optional<List<String>> include) {
            return new Index(name, key, include, true);
        }
    }

    /** The storage class, which trades storage costs against access costs. */
    public enum TableClass {
        STANDARD,
        STANDARD_INFREQUENT_ACCESS
    }
}
