package io.hiveactor.testkit;

import io.hiveactor.runtime.explore.Turn;
import java.util.List;
import java.util.StringJoiner;

/** Writes a schedule for people to read: one line for each turn that did something. */
final class ScheduleTrace {
    private ScheduleTrace() {}

    static String of(List<Turn> turns) {
        var lines = new StringJoiner("\n");
        int number = 0;
        for (Turn turn : turns) {
            String deeds = deedsOf(turn);
            if (!deeds.isEmpty()) {
                number++;
                lines.add(number + ". " + turn.actor() + " on shard " + turn.shard() + " " + deeds);
            }
        }
        return lines.toString();
    }

    private static String deedsOf(Turn turn) {
        var deeds = new StringJoiner(", ");
        for (Turn.Transfer received : turn.received()) {
            deeds.add("received " + received.what() + " from " + received.peer());
        }
        for (Turn.Transfer sent : turn.sent()) {
            deeds.add("sent " + sent.what() + " to " + sent.peer());
        }
        for (String spawned : turn.spawned()) {
            deeds.add("spawned " + spawned);
        }
        if (!turn.end().isEmpty()) {
            deeds.add("ended: " + turn.end());
        }
        return deeds.toString();
    }
}
