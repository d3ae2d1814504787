package io.hiveactor.runtime;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of a hive's actors: each belongs to one actor, an actor may have several, and they end with it.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Names {
    private final Hive hive;
    private final Map<String, ActorId> actors = new ConcurrentHashMap<>();
    /** The names of each actor that has some. A set belongs to whoever computes in the map. */
    private final Map<ActorId, Set<String>> names = new ConcurrentHashMap<>();

    Names(Hive hive) {
        this.hive = hive;
    }

    /** Gives an actor a name. */
    public RegisterStatus register(String name, ActorId actor) {
        check(name);
        Recipient owner = hive.recipient(actor);
        if (owner.isGone()) {
            return RegisterStatus.NO_TARGET;
        }
        owner.hasName = true;
        if (actors.putIfAbsent(name, actor) != null) {
            return RegisterStatus.TAKEN;
        }
        names.compute(actor, (id, known) -> with(known, name));
        if (owner.isGoneByNow()) { // it may have dropped its names before it had this one
            forget(actor);
            return RegisterStatus.NO_TARGET;
        }
        return RegisterStatus.REGISTERED;
    }

    /**
     * Takes a name from an actor.
     *
     * @return false if it was not this actor's
     */
    public boolean unregister(String name, ActorId owner) {
        check(name);
        Recipient known = hive.recipient(owner);
        boolean wasItsOwn = actors.remove(name, known.id);
        if (wasItsOwn) {
            names.computeIfPresent(owner, (id, its) -> without(its, name));
        }
        return wasItsOwn;
    }

    /** Who has a name, or null. */
    public @Nullable ActorId find(String name) {
        check(name);
        return actors.get(name);
    }

    /** How many names there are. */
    public int size() {
        return actors.size();
    }

    /** An actor has ended. */
    void forget(ActorId actor) {
        if (!actor.recipient.hasName) {
            return;
        }
        Set<String> its = names.remove(actor);
        if (its != null) {
            for (String name : its) {
                actors.remove(name, actor);
            }
        }
    }

    private static Set<String> with(@Nullable Set<String> known, String name) {
        Set<String> all = known == null ? new HashSet<>() : new HashSet<>(known);
        all.add(name);
        return all;
    }

    private static @Nullable Set<String> without(Set<String> known, String name) {
        var rest = new HashSet<>(known);
        rest.remove(name);
        return rest.isEmpty() ? null : rest;
    }

    private static void check(String name) {
        if (Objects.requireNonNull(name, "name").isEmpty()) {
            throw new IllegalArgumentException("a name must not be empty");
        }
    }
}
