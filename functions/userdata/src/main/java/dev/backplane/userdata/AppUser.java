package dev.backplane.userdata;

import java.util.Set;

/** A user for whom an app stores data, and the realms that contain it. */
public record AppUser(UserId user, Set<Realm> realms) {}
