package dev.backplane.local.cloudformation;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All stacks, by name until they are deleted and by id. */
final class StackRegistry {

    private static final int MOST = 5_000;

    private final StackStore store;
    private final InstantSource clock;
    private final Map<String, ManagedStack> byId = new LinkedHashMap<>();
    private final Map<String, ManagedStack> byName = new HashMap<>();

    StackRegistry(StackStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        store.read().forEach(this::add);
    }

    private ManagedStack add(StackState stack) {
        ManagedStack live = new ManagedStack(stack, clock, store::keep);
        byId.put(stack.id(), live);
        byName.put(stack.name(), live);
        return live;
    }

    /** Returns all stacks, oldest first. */
    synchronized List<ManagedStack> all() {
        return new ArrayList<>(byId.values());
    }

    /** Returns the stack with this id, or the existing stack with this name. */
    synchronized Optional<ManagedStack> find(String nameOrId) {
        if (nameOrId.startsWith("arn:")) {
            return Optional.ofNullable(byId.get(nameOrId));
        }
        return Optional.ofNullable(byName.get(nameOrId))
                .filter(stack -> stack.now().status() != StackStatus.DELETE_COMPLETE);
    }

    /** Adds a stack, unless the name is in use. */
    synchronized Optional<ManagedStack> begin(String name, StackInput input, AssumedRole assumedRole) {
        if (find(name).isPresent()) {
            return Optional.empty();
        }
        forgetOldest();
        ManagedStack stack = add(StackState.create(name, input, assumedRole, clock.millis()));
        stack.status(StackStatus.CREATE_IN_PROGRESS, "User Initiated");
        return Optional.of(stack);
    }

    /** Removes the oldest deleted stacks above the limit. AWS removes them after 90 days. */
    private void forgetOldest() {
        Iterator<ManagedStack> stacks = byId.values().iterator();
        while (byId.size() >= MOST && stacks.hasNext()) {
            ManagedStack live = stacks.next();
            StackState oldest = live.now();
            if (oldest.status() == StackStatus.DELETE_COMPLETE) {
                stacks.remove();
                byName.remove(oldest.name(), live);
                store.forget(oldest);
            }
        }
    }
}
