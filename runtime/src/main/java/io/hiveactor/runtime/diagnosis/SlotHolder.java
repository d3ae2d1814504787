package io.hiveactor.runtime.diagnosis;

/**
 * What keeps slots of the message pool and is no actor: a bus, for its entries.
 *
 * @param name as a report names it
 * @param slots how many slots it keeps
 * @param freesByItself whether it may give them back without any actor: at a certain age, or because of a thread outside
 */
public record SlotHolder(String name, int slots, boolean freesByItself) {}
