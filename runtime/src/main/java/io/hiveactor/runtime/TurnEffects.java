package io.hiveactor.runtime;

import io.hiveactor.runtime.explore.Turn;
import io.hiveactor.runtime.explore.Turn.Transfer;
import io.hiveactor.runtime.port.Tenant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a turn of an actor did, by comparing the hive before and after it.
 *
 * <p><b>Threads:</b> owner only, the thread that runs the simulation, while every shard stands still.
 */
final class TurnEffects {
    /*
     * An explored run asks which turns commute. What a turn wrote is found by comparison, so that sending a message
     * costs nothing more in a hive that is not explored: messages are only ever appended to the mailboxes of other
     * actors, and a reply lies in the room of an open request. What a turn read matters only if it looked at something
     * that another turn can write without being global: the actor notes that itself (hasPolled, hasLookedAround), in
     * branches that a busy actor does not take.
     *
     * A turn is global if it did anything else, or may have done: a spawn, a kill, links, monitors, names, the end of an
     * actor that others may know of, a wait for a lock or for a sister module. In a hive with mailbox limits, external
     * inboxes, channels or buses, or with few free slots, all turns are global. A send to an actor that has ended needs
     * no care: where the end and the send are both possible, the send still finds its actor, and both have it as a target.
     */
    private final Hive hive;
    private final boolean isTraced;

    private final Map<Actor, Mark> before = new LinkedHashMap<>();
    private Map<String, ActorId> names = Map.of();
    private long messages;

    /**
     * What an actor had before the turn.
     *
     * @param mail its mailbox, oldest first
     * @param answers the open requests that have ended
     */
    private record Mark(
            int state, boolean isGone, boolean isQuiet, int ties, int depth, int answered, List<Mail> mail,
            Map<AnswerRoom, Transfer> answers) {}

    private record Mail(int slot, Transfer transfer) {}

    TurnEffects(Hive hive, boolean isTraced) {
        this.hive = hive;
        this.isTraced = isTraced;
    }

    void begin(Actor running) {
        running.hasPolled = running.timedOut; // what has come since its time was over is still taken
        running.hasLookedAround = false;
        before.clear();
        for (Actor actor : actors()) {
            before.put(actor, mark(actor));
        }
        names = hive.names.registered();
        messages = running.home.messages;
    }

    Turn end(Actor ran) {
        List<Actor> now = actors();
        Mark mine = Objects.requireNonNull(before.get(ran));
        Set<String> targets = new HashSet<>();
        List<Transfer> sent = new ArrayList<>();
        List<String> spawned = new ArrayList<>();
        boolean isGlobal = ran.hasLookedAround
                || ran.state == ActorState.PARKED
                || !hive.names.registered().equals(names)
                || isShared(now);
        for (Actor actor : now) {
            Mark mark = before.get(actor);
            isGlobal |= mark == null || (actor == ran ? hasChanged(actor, mark) : isGlobal(actor, mark));
            if (mark == null && !actor.isErrand) {
                spawned.add(actor.id.toString());
            } else if (mark != null) {
                findSent(actor, mark, actor == ran, targets, sent);
            }
        }
        boolean hasEnded = ran.isGone() && !mine.isGone;
        if (ran.isGone()) {
            isGlobal |= !mine.isQuiet || mine.depth > ran.home.messages - messages;
            targets.add(ran.id.toString());
        }
        isGlobal |= before.keySet().stream().anyMatch(actor -> actor != ran && actor.hasEnded);
        return new Turn(ran.id.toString(), ran.home.index, received(ran, mine), sent, spawned,
                hasEnded && !ran.isErrand ? endOf(ran) : "", Set.copyOf(targets), ran.hasPolled,
                isGlobal);
    }

    private List<Actor> actors() {
        List<Actor> actors = new ArrayList<>();
        for (Shard shard : hive.shards()) {
            for (int i = 0; i < shard.actors.bound(); i++) {
                Actor actor = shard.actors.at[i];
                if (actor != null) {
                    actors.add(actor);
                }
            }
        }
        return actors;
    }

    private Mark mark(Actor actor) {
        Requests requests = actor.requestsIfAny();
        Map<AnswerRoom, Transfer> answers = new LinkedHashMap<>();
        AnswerRoom first = requests == null ? null : requests.firstOpen();
        for (AnswerRoom room = first; room != null; room = room.nextOpen) {
            if (room.isArrived) {
                answers.put(room, new Transfer(owner(room), isTraced ? answer(room) : ""));
            }
        }
        return new Mark(actor.state, actor.isGone(), isQuiet(actor), tiesOf(actor), actor.depth, answers.size(),
                isTraced ? mailOf(actor) : List.of(), answers);
    }

    /** Whether nobody can learn of its end, but by sending to it. */
    private static boolean isQuiet(Actor actor) {
        return actor.ties == null && !actor.hasName && actor.id.seat == null && !actor.isErrand;
    }

    private static int tiesOf(Actor actor) {
        Ties ties = actor.ties;
        return ties == null ? 0 : Objects.hash(ties.size(), ties.watchers.size(), ties.seats.size(), ties.names.size(),
                ties.hasDependents(), ties.expected());
    }

    private static boolean hasChanged(Actor actor, Mark mark) {
        return !actor.isGone() && tiesOf(actor) != mark.ties;
    }

    /** Whether something happened to another actor than the one that ran, but for a message or a reply. */
    private static boolean isGlobal(Actor actor, Mark mark) {
        return actor.isGone() != mark.isGone
                || actor.depth < mark.depth
                || tiesOf(actor) != mark.ties
                || (actor.state != mark.state && actor.depth == mark.depth && arrived(actor) == mark.answered);
    }

    private static int arrived(Actor actor) {
        Requests requests = actor.requestsIfAny();
        int arrived = 0;
        AnswerRoom first = requests == null ? null : requests.firstOpen();
        for (AnswerRoom room = first; room != null; room = room.nextOpen) {
            arrived += room.isArrived ? 1 : 0;
        }
        return arrived;
    }

    /** Whether actors share more than their mailboxes, so that what they do to each other is not seen here. */
    private boolean isShared(List<Actor> actors) {
        return hive.hasInboxes() || hive.shards()[0].pool.isScarce() || actors.stream().anyMatch(actor ->
                actor.room != null || actor.hasAttachment(Tenant.CHANNELS) || actor.hasAttachment(Tenant.BUS));
    }

    // ---- what was sent and received ----

    private void findSent(Actor actor, Mark mark, boolean isOwn, Set<String> targets, List<Transfer> sent) {
        long added = actor.depth - mark.depth + (isOwn ? actor.home.messages - messages : 0);
        if (added > 0 && !actor.isGone()) {
            targets.add(actor.id.toString());
            if (isTraced) {
                List<Mail> mail = mailOf(actor);
                for (Mail each : mail.subList((int) Math.max(0, mail.size() - added), mail.size())) {
                    sent.add(new Transfer(actor.id.toString(), each.transfer.what()));
                }
            }
        }
        Requests requests = isOwn ? null : actor.requestsIfAny();
        AnswerRoom first = requests == null ? null : requests.firstOpen();
        for (AnswerRoom room = first; room != null; room = room.nextOpen) {
            if (room.isArrived && !mark.answers.containsKey(room)) {
                targets.add(actor.id.toString());
                sent.add(new Transfer(actor.id.toString(), isTraced ? answer(room) : ""));
            }
        }
    }

    private List<Transfer> received(Actor ran, Mark mark) {
        List<Transfer> received = new ArrayList<>();
        if (isTraced) {
            Set<Integer> left = new HashSet<>();
            if (!ran.isGone()) {
                mailOf(ran).forEach(each -> left.add(each.slot));
            }
            long taken = ran.home.messages - messages;
            for (Mail each : mark.mail) {
                if (received.size() < taken && !left.contains(each.slot)) {
                    received.add(each.transfer);
                }
            }
            mark.answers.forEach((room, answer) -> {
                if (!room.isOpen) {
                    received.add(answer);
                }
            });
        }
        return received;
    }

    private static List<Mail> mailOf(Actor actor) {
        List<Mail> mail = new ArrayList<>();
        for (int slot = actor.first; slot != Envelope.NONE && mail.size() < actor.depth; ) {
            Envelope message = actor.home.slots[slot];
            mail.add(new Mail(slot, new Transfer(senderOf(message), describe(message))));
            slot = message.next;
        }
        return mail;
    }

    private static String senderOf(Envelope message) {
        return message.sender().number() == 0 ? "outside" : message.sender().toString();
    }

    private static String describe(Envelope message) {
        return switch (message.kind) {
            case Envelope.TIMER -> "tick " + message.correlation;
            case Envelope.EXIT -> message.object instanceof ActorExit exit ? "EXIT " + exit.reason() : "EXIT";
            case Envelope.NAME -> String.valueOf(message.object);
            case Envelope.REQUEST -> "request " + content(message);
            default -> content(message);
        };
    }

    private static String content(Envelope message) {
        return (message.tag == 0 ? "" : "tag " + message.tag + " ") + data(message);
    }

    private static String data(Envelope message) {
        return message.object == null ? message.length + " bytes" : message.object.toString();
    }

    private static String answer(AnswerRoom room) {
        return switch (room.outcome) {
            case AnswerRoom.REPLIED -> "reply " + data(room.slot);
            case AnswerRoom.TARGET_ENDED -> "no reply: the target has ended";
            default -> "no reply: the request was dropped";
        };
    }

    private static String owner(AnswerRoom room) {
        Actor owner = room.owner;
        return owner == null ? "nobody" : owner.id.toString();
    }

    private static String endOf(Actor actor) {
        ExitReason reason = actor.exitReason;
        return String.valueOf(reason == null ? ExitReason.KILLED : reason);
    }
}
