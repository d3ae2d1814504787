package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** What can be done about a deadlock: first at once, then for good. */
final class Remedies {
    private static final String TIMEOUT = "for good: give these waits a timeout, and plan for its end";

    private Remedies() {}

    static List<String> of(Deadlock deadlock) {
        return switch (deadlock.kind()) {
            case CYCLE -> ofCycle(deadlock);
            case STARVED_POOL -> List.of(
                    "now: kill one of the actors that keep slots",
                    "for good: give the hive a larger pool (HiveConfig, messages)",
                    "for good: give mailboxes a limit, so that no actor can keep that many slots",
                    TIMEOUT);
            case NOBODY_LEFT -> ofNobody(deadlock);
        };
    }

    private static List<String> ofCycle(Deadlock deadlock) {
        List<String> remedies = new ArrayList<>();
        remedies.add(deadlock.cycle().size() == 1 ? "now: kill it" : "now: kill one of them");
        remedies.add(TIMEOUT);
        if (isAny(deadlock, Wait.Answer.class)) {
            remedies.add("for good: answer with reply before asking in turn");
        }
        if (isAny(deadlock, Wait.Room.class)) {
            remedies.add("for good: a larger mailbox limit, or one that does not make the sender wait");
        }
        return remedies;
    }

    private static List<String> ofNobody(Deadlock deadlock) {
        List<String> remedies = new ArrayList<>();
        remedies.add(deadlock.members().size() == 1 ? "now: kill it" : "now: kill them");
        remedies.add(TIMEOUT);
        if (isAny(deadlock, Wait.Answer.class)) {
            remedies.add("for good: answer each request with reply, also when it cannot be met");
        }
        if (isAny(deadlock, Wait.From.class) || isAny(deadlock, Wait.Expected.class)) {
            remedies.add("for good: monitor the one waited for, to learn of its end");
        }
        return remedies;
    }

    private static boolean isAny(Deadlock deadlock, Class<? extends Wait> kind) {
        return deadlock.members().stream().anyMatch(each -> isIn(each.waitsFor(), kind));
    }

    private static boolean isIn(Wait wait, Class<? extends Wait> kind) {
        return kind.isInstance(wait)
                || (wait instanceof Wait.FirstOf(var several) && several.stream().anyMatch(each -> isIn(each, kind)));
    }
}
