package dev.backplane.userdata;

/** An app that keeps data for a user, and how much. */
public record UserApp(AppName app, Usage usage) {}
