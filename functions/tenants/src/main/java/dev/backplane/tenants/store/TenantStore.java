package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.TableSpec;
import java.util.List;
import java.util.Optional;

/** The table of tenants, and what is asked of it. */
public final class TenantStore {

    /** The index that lists tenants, and the tenants of an upgrade. */
    public static final String INVERTED = "inverted";

    public static final TableSpec TABLE = new TableSpec(
            "TenantTable",
            TableSpec.Key.of(PK, SK),
            List.of(new TableSpec.Index(
                    INVERTED,
                    TableSpec.Key.of(SK, PK),
                    Optional.of(List.of(VERSION, STATUS, CREATED_AT, UPDATED_AT, GENERATION)))),
            Optional.empty(),
            false,
            TableSpec.TableClass.STANDARD);

    private TenantStore() {}
}
