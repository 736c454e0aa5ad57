package dev.backplane.userdata;

import dev.backplane.platform.Actor;

/** A change of one value, as a caller requests it. */
public record ValueWrite(Namespace namespace, DataKey key, Edit edit, Preconditions preconditions, Actor actor) {}
