package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.workflow.Placeholder.DEPLOY_STACK_FUNCTION;
import static dev.backplane.tenants.workflow.Placeholder.PLAN_UPGRADE_FUNCTION;
import static dev.backplane.tenants.workflow.Placeholder.RECORD_RUN_FUNCTION;
import static dev.backplane.tenants.workflow.Placeholder.STACK_STATUS_FUNCTION;
import static dev.backplane.tenants.workflow.Placeholder.TENANT_STACK_ROLE;
import static dev.backplane.tenants.workflow.Placeholder.TENANT_UPDATE_MACHINE;

import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.TenantsSettings;
import java.util.List;

/** The state machines of the service. */
public enum TenantStateMachine {
    /** Provisions a tenant. */
    CREATE(
            "tenant-create",
            TenantsSettings.CREATE_MACHINE,
            RECORD_RUN_FUNCTION,
            DEPLOY_STACK_FUNCTION,
            STACK_STATUS_FUNCTION),
    /** Updates a tenant to the current version. */
    UPDATE(
            "tenant-update",
            TenantsSettings.UPDATE_MACHINE,
            RECORD_RUN_FUNCTION,
            DEPLOY_STACK_FUNCTION,
            STACK_STATUS_FUNCTION),
    /** Deletes a tenant. */
    DELETE(
            "tenant-delete",
            TenantsSettings.DELETE_MACHINE,
            RECORD_RUN_FUNCTION,
            STACK_STATUS_FUNCTION,
            TENANT_STACK_ROLE),
    /** Updates all tenants to the current version. */
    UPGRADE_ALL(
            "tenant-upgrade-all",
            TenantsSettings.UPGRADE_MACHINE,
            RECORD_RUN_FUNCTION,
            PLAN_UPGRADE_FUNCTION,
            TENANT_UPDATE_MACHINE);

    private final String id;
    private final String setting;

    @SuppressWarnings("ImmutableEnumChecker") // List.of has no immutable type of its own
    private final List<Placeholder> placeholders;

    TenantStateMachine(String id, String setting, Placeholder... placeholders) {
        this.id = id;
        this.setting = setting;
        this.placeholders = List.of(placeholders);
    }

    /** Returns the machine that runs an operation. */
    public static TenantStateMachine of(OperationKind kind) {
        return switch (kind) {
            case CREATE -> CREATE;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
            case UPGRADE -> UPGRADE_ALL;
        };
    }

    /** Returns the machine's name, without the prefix of a stage. */
    public String id() {
        return id;
    }

    /** Returns the name of the setting with the machine's ARN. */
    public String setting() {
        return setting;
    }

    /** Returns the path of the machine's definition, relative to the project's root. */
    public String file() {
        return "state-machines/" + id + ".asl.json";
    }

    /** Returns the placeholders in the definition. */
    public List<Placeholder> placeholders() {
        return placeholders;
    }
}
