package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * What the console says to a request. An answer that begins with {@code error: } says in one line why there is none. None
 * is longer than a limit, and none has anything in it that a terminal obeys: names are anybody's.
 *
 * <table>
 * <caption>Requests</caption>
 * <tr><td>{@code top SORT ROWS COLUMNS}</td><td>a {@link Screen} of that size; for SORT see {@link Sort}</td></tr>
 * <tr><td>{@code snapshot}</td><td>the snapshot as JSON</td></tr>
 * <tr><td>{@code diagnosis}</td><td>the diagnosis, for people</td></tr>
 * </table>
 */
final class Answers {
    private static final String REQUESTS = "top SORT ROWS COLUMNS, snapshot, diagnosis";
    private static final int LONGEST_QUOTE = 40;
    /** Of more actors no JSON is made: it would take as much memory as they do. */
    private static final int MOST_ACTORS = 50_000;

    private static final int LONGEST_ANSWER = 32 << 20;

    private final Supplier<HiveSnapshot> snapshots;
    private final Supplier<Diagnosis> diagnoses;

    Answers(Supplier<HiveSnapshot> snapshots, Supplier<Diagnosis> diagnoses) {
        this.snapshots = snapshots;
        this.diagnoses = diagnoses;
    }

    /** Never fails: what goes wrong is the answer. */
    String to(String request) {
        try {
            String[] words = request.strip().split(" +", -1);
            String answer = switch (words[0]) {
                case "top" -> top(words);
                case "snapshot" -> snapshot();
                case "diagnosis" -> diagnoses.get() + "\n";
                default -> Console.error("unknown request " + Line.cut(words[0], LONGEST_QUOTE) + "; there are: " + REQUESTS);
            };
            return answer.length() <= LONGEST_ANSWER ? Line.printableLines(answer)
                    : Console.error("the answer is too long: " + answer.length() + " characters");
        } catch (Throwable e) {
            Console.LOG.log(Level.WARNING, "the console could not answer", e);
            return Console.error("the hive could not be looked at: " + e);
        }
    }

    private String snapshot() {
        HiveSnapshot seen = snapshots.get();
        int actors = seen.shards().stream().mapToInt(shard -> shard.actors().size()).sum();
        return actors <= MOST_ACTORS ? seen.toJson() + "\n"
                : Console.error("a hive of " + actors + " actors is too large for this; ask for top or diagnosis");
    }

    private String top(String[] words) {
        Sort sort = words.length == 4 ? Sort.named(words[1]) : null;
        if (sort == null || !isSize(words[2]) || !isSize(words[3])) {
            return Console.error("top needs SORT ROWS COLUMNS, for instance: top depth 24 80; sorts: " + Sort.names());
        }
        return new Screen(look(), sort).text(Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    }

    private static boolean isSize(String word) {
        return word.matches("[1-9][0-9]{0,4}");
    }

    /** The shards of a snapshot are not of one moment: a deadlock that it shows is a suspicion, so we look twice. */
    private Diagnosis look() {
        Diagnosis first = Diagnosis.of(snapshots.get());
        return first.isClean() ? first : diagnoses.get();
    }
}
