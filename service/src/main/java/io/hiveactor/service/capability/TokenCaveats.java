package io.hiveactor.service.capability;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All caveats of one token.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param caveats those of our grammar, in order
 * @param formFault why the token is refused whatever is asked, or null
 */
record TokenCaveats(List<Caveat> caveats, @Nullable Fault formFault) {
    /** A reason with its sentence. */
    record Fault(DenialReason reason, String message) {}

    private static final Fault UNSCOPED = new Fault(DenialReason.UNSCOPED,
            "the capability must have at least one caveat each of op, topic and time <");

    static TokenCaveats of(List<Macaroon.Packet> packets) {
        var caveats = new ArrayList<Caveat>(packets.size());
        Fault fault = null;
        for (Macaroon.Packet packet : packets) {
            Caveat caveat = packet.asCaveat();
            if (caveat != null) {
                caveats.add(caveat);
            } else if (fault == null) {
                fault = faultOf(packet, packets.indexOf(packet) + 1);
            }
        }
        return new TokenCaveats(List.copyOf(caveats), fault == null && !isScoped(caveats) ? UNSCOPED : fault);
    }

    /** The values of all caveats of one kind. */
    <C extends Caveat> Stream<C> all(Class<C> kind) {
        return caveats.stream().filter(kind::isInstance).map(kind::cast);
    }

    <C extends Caveat> boolean allMatch(Class<C> kind, Predicate<C> condition) {
        return all(kind).allMatch(condition);
    }

    /**
     * Returns why these caveats forbid the operation, or null if they allow it. Says nothing about expiry, nor about
     * topic, payload size and rate, which need the request.
     */
    @Nullable Fault faultFor(Op op, Instant now, AuthoritySettings settings) {
        if (!allMatch(Caveat.After.class, after -> now.isAfter(after.start().minus(settings.clockSkew())))) {
            return new Fault(DenialReason.EARLY, "the capability is not valid yet");
        }
        if (hasExpiry() && expiry().isAfter(now.plus(Minting.LONGEST_TTL))) {
            return new Fault(DenialReason.TIME, "the capability lasts longer than 365 days from now");
        }
        if (formFault != null) {
            return formFault;
        }
        if (!allMatch(Caveat.Audience.class, aud -> aud.name().equals(settings.audience()))) {
            return new Fault(DenialReason.AUD, "the capability is for another audience");
        }
        if (!allMatch(Caveat.Node.class, node -> node.name().equals(settings.node()))) {
            return new Fault(DenialReason.NODE, "the capability is for another node");
        }
        return allMatch(Caveat.Ops.class, ops -> ops.allowed().contains(op)) ? null
                : new Fault(DenialReason.OP, "the capability does not allow " + op.wire());
    }

    /** When the token expires: its earliest {@code time <}; never without one. */
    Instant expiry() {
        return all(Caveat.Before.class).map(Caveat.Before::end).min(Instant::compareTo).orElse(Instant.MAX);
    }

    private boolean hasExpiry() {
        return all(Caveat.Before.class).findAny().isPresent();
    }

    private static Fault faultOf(Macaroon.Packet packet, int position) {
        return packet.verification() != null
                ? new Fault(DenialReason.THIRD_PARTY, "third-party caveats are not supported")
                : new Fault(DenialReason.CAVEAT, "caveat " + position + " is not supported");
    }

    private static boolean isScoped(List<Caveat> caveats) {
        return Stream.of(Caveat.Ops.class, Caveat.Topics.class, Caveat.Before.class)
                .allMatch(kind -> caveats.stream().anyMatch(kind::isInstance));
    }
}
