package io.hiveactor.runtime;

/**
 * News of a name.
 *
 * @param name which
 * @param actor who has it now, or had it
 * @param isRegistered whether it has appeared; otherwise it has gone
 */
public record NameChange(String name, ActorId actor, boolean isRegistered) {}
