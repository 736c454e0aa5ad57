package dev.backplane.tenants;

/**
 * The progress of all tenants towards a version.
 *
 * @param started the number of tenants that are being updated
 * @param succeeded the number of tenants that were updated and have the version now
 * @param failed the number of tenants that could not be updated
 * @param remaining the number of tenants that have another version, which the next upgrade would update
 */
public record UpgradeProgress(int started, int succeeded, int failed, int remaining) {}
