package dev.backplane.tenants;

/**
 * How far the tenants are on their way to a version.
 *
 * @param started how many are being updated
 * @param succeeded how many were updated and have the version now
 * @param failed how many could not be updated
 * @param remaining how many have another version, whether or not they were tried: what the next upgrade would try
 */
public record UpgradeProgress(int started, int succeeded, int failed, int remaining) {}
