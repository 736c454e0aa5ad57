package dev.backplane.deployments;

/** Where an alias is to point: to a deployment, or to the current deployment of another alias. */
public sealed interface AliasTarget {

    record ToDeployment(DeploymentId id) implements AliasTarget {}

    record ToAlias(AliasId id) implements AliasTarget {}
}
