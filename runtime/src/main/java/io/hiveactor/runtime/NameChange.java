package io.hiveactor.runtime;

/**
 * A watched name was registered or released.
 *
 * @param name the name
 * @param actor the actor that has it now, or had it
 * @param isRegistered whether it was registered; false if it was released
 */
public record NameChange(String name, ActorId actor, boolean isRegistered) {}
