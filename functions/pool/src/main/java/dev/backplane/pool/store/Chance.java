package dev.backplane.pool.store;

import dev.backplane.platform.Ids;
import java.util.random.RandomGenerator;

/** What of a claim is left to chance: the id of its lease, and the account it tries first. */
record Chance(Ids ids, RandomGenerator random) {}
