package dev.backplane.userdata;

import java.util.Set;

/** A user that an app keeps data for, and in which realms. */
public record AppUser(UserId user, Set<Realm> realms) {}
