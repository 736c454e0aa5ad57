package dev.backplane.deployments;

/** The configuration row of an alias, with what tells whether it belongs to a slim row that was read before. */
public record AliasConfig(DeploymentId deployment, long revision, SiteConfig config) {

    /** Says whether both rows are of the same write. */
    public boolean belongsTo(Alias alias) {
        return revision == alias.revision() && deployment.equals(alias.deployment());
    }
}
