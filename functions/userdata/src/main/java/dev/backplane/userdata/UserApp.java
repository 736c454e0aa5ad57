package dev.backplane.userdata;

/** An app that stores data for a user, and the usage. */
public record UserApp(AppName app, Usage usage) {}
