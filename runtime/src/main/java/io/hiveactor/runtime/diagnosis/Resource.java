package io.hiveactor.runtime.diagnosis;

import java.util.Locale;

/**
 * Something that actors and external threads wait on and that is no actor, as a report names it.
 *
 * @param name as its module shows it; two resources may have the same name
 * @param number unique in its hive among those of one kind
 */
public record Resource(Kind kind, String name, long number) {
    /** What a resource is. */
    public enum Kind {
        /** A channel of a table of channels. */
        CHANNEL,
        /** A bus. */
        BUS,
        /** A feed that hands messages of a mailbox to an actor. */
        FEED,
        /** The inbox of an external thread. */
        INBOX;

        /** The kind in lower case, as reports and metrics show it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String toString() {
        return kind.word() + " " + name;
    }
}
