package io.hiveactor.bench;

/**
 * One actor dies of whom 10,000 others want to know. An operation is one of those being told: a storm lasts from the order
 * to end, sent to the victim, until the last of its crowd has received the news. A round has several storms, one after
 * another, each with a victim and a crowd of its own.
 *
 * <p>In a hive the crowd is linked to the victim; Pekko, which has no links, has it watch the victim's death. Whoever has
 * received the news counts down one counter that they share, and the last one tells the conductor. That victims are
 * spawned and crowds are tied to them comes before the round and does not count.
 */
final class LinkStorm implements Contestant {
    static final int CROWD = 10_000;

    /** The order to get so many storms ready. */
    record Assembly(int storms) {}

    private final Match match;

    /** @param match whose player is a {@link StormConductor} */
    LinkStorm(Match match) {
        this.match = match;
    }

    @Override
    public void prepare(int operations) throws InterruptedException {
        match.play(new Assembly(storms(operations)));
    }

    @Override
    public long run(int operations) throws InterruptedException {
        return match.play(storms(operations));
    }

    private static int storms(int operations) {
        if (operations % CROWD != 0) {
            throw new IllegalArgumentException("a storm is " + CROWD + " operations: " + operations);
        }
        return operations / CROWD;
    }

    @Override
    public void close() {
        match.close();
    }
}
