package dev.backplane.userdata;

/** Where values of one user lie, each under its key. */
public sealed interface Shelf {

    UserId user();

    /** What an app keeps for a user in a realm, counted against the quota of the app. */
    record AppData(AppName app, UserId user, Realm realm) implements Shelf {}

    /** What a user has created; it has no quota and is not counted. */
    record Content(UserId user) implements Shelf {}

    /** Calculated behavior: counters and other values that are worked out from what a user does. */
    record Behavior(UserId user) implements Shelf {}
}
