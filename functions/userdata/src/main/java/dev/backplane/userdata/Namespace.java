package dev.backplane.userdata;

/** A set of values of one user, each with its own key. */
public sealed interface Namespace {

    UserId user();

    /** The data of an app for a user in a realm, counted against the quota of the app. */
    record AppData(AppName app, UserId user, Realm realm) implements Namespace {}

    /** Content that a user has created; it has no quota and is not counted. */
    record Content(UserId user) implements Namespace {}

    /** Calculated behavior: counters and other values that are derived from what a user does. */
    record Behavior(UserId user) implements Namespace {}
}
