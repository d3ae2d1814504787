package io.hiveactor.testkit;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Placement;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.RequestResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small random system of actors that do what a script says, and note what they see. The script depends on the seed
 * only, so the system can be run under each of its schedules.
 */
final class RandomScripts {
    /** Virtual, and never reached before the actors have come to rest. */
    private static final Duration LONG = Duration.ofSeconds(10);

    private enum Deed { SEND, SEND_TWICE, REQUEST, POLL, COUNT, END, KILL, LOOK, SPAWN, RECEIVE, TIMED_RECEIVE }

    /** Sends are more likely than the rest. */
    private static final Deed[] DEEDS = {
        Deed.SEND, Deed.SEND, Deed.SEND, Deed.SEND_TWICE, Deed.REQUEST, Deed.REQUEST, Deed.POLL, Deed.COUNT, Deed.END,
        Deed.KILL, Deed.LOOK, Deed.SPAWN, Deed.RECEIVE, Deed.TIMED_RECEIVE, Deed.TIMED_RECEIVE, Deed.TIMED_RECEIVE
    };

    private record Step(Deed deed, int target) {}

    /** What an actor does with its first, second and so on message. */
    private final List<List<Step>> scripts = new ArrayList<>();

    private final int shards;

    RandomScripts(long seed) {
        var random = new SplittableRandom(seed);
        shards = 1 + random.nextInt(2);
        int actors = 2 + random.nextInt(2);
        for (int i = 0; i < actors; i++) {
            List<Step> script = new ArrayList<>();
            int length = 1 + random.nextInt(2);
            for (int j = 0; j < length; j++) {
                script.add(new Step(DEEDS[random.nextInt(DEEDS.length)], (i + 1 + random.nextInt(actors - 1)) % actors));
            }
            scripts.add(script);
        }
    }

    int shards() {
        return shards;
    }

    /** Runs the system until all actors rest, and gives what each actor has seen, in its order. */
    List<List<String>> run(TestRuntime runtime) {
        List<List<String>> seen = new ArrayList<>();
        List<ActorId> ids = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            int number = i;
            List<String> mine = new ArrayList<>();
            seen.add(mine);
            int[] next = {0};
            ids.add(runtime.hive().spawn((self, message) -> {
                mine.add(message.sender().name() + ":" + message.object());
                DeferredReply<Object> right = message.messageClass() == MessageClass.REQUEST ? self.deferReply(message) : null;
                boolean goesOn = next[0] < scripts.get(number).size();
                while (goesOn) {
                    Step step = scripts.get(number).get(next[0]++);
                    act(self, step, ids, mine);
                    boolean hasWaited = step.deed == Deed.TIMED_RECEIVE || step.deed == Deed.REQUEST;
                    goesOn = hasWaited && next[0] < scripts.get(number).size(); // what follows a timeout matters too
                }
                if (right != null) {
                    mine.add("reply " + right.reply(mine.size()));
                }
            }, ActorConfig.named("a" + i).withPlacement(Placement.onShard(i % shards))));
        }
        for (ActorId id : ids) {
            seen.getFirst().add("start " + runtime.hive().notify(id, "go"));
        }
        runtime.advance(LONG.multipliedBy(3));
        return seen;
    }

    private static void act(ActorContext self, Step step, List<ActorId> ids, List<String> seen) {
        ActorId target = ids.get(step.target);
        switch (step.deed) {
            case SEND -> seen.add("sent " + self.notify(target, seen.size()));
            case SEND_TWICE -> seen.add("sent " + self.notify(target, "x") + self.notify(target, "y"));
            case REQUEST -> {
                RequestResult<Message> answer = self.request(target, 0, "ask", LONG);
                seen.add(answer instanceof Reply<Message> reply ? "answer " + reply.value().object() : "no answer");
            }
            case POLL -> seen.add("polled " + described(self.receive(Duration.ZERO)));
            case COUNT -> seen.add("pending " + self.pending());
            case END -> self.exit(ExitReason.NORMAL);
            case KILL -> seen.add("killed " + self.kill(target));
            case LOOK -> seen.add("alive " + self.isAlive(target));
            case SPAWN -> self.spawn(child -> {
                if (child.notify(target, "child") == null) {
                    throw new AssertionError();
                }
            });
            case RECEIVE -> seen.add("received " + self.receive().object());
            case TIMED_RECEIVE -> seen.add("received " + described(self.receive(LONG)));
        }
    }

    private static String described(Received received) {
        return received instanceof Message message ? String.valueOf(message.object()) : received.toString();
    }

    @Override
    public String toString() {
        return scripts + " on " + shards + " shards";
    }
}
