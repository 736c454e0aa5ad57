package dev.backplane.local.iam;

/** One action on one resource, for which permission is asked. */
public record Access(String action, String resource) {}
