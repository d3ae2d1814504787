package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.service.engine.Answer.Unavailable.Cause;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Ulid;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does long work in slices, each in a transaction of its own, so that other requests get between them: orders of operators,
 * retention and checks of stored data. It waits for the committer, which never waits for it.
 */
final class Operator implements TypedHandler<Order> {
    private static final Duration RETENTION_PERIOD = Duration.ofSeconds(60);
    private static final int DEAD_SLICE = 256;
    private static final int PURGE_SLICE = 1_000;
    private static final int SCRUB_SLICE = 64;

    private final EngineSettings settings;
    private final Ref<Commit> committer;

    Operator(EngineSettings settings, Ref<Commit> committer) {
        this.settings = settings;
        this.committer = committer;
    }

    /** The store could not be asked. */
    private static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Answer answer;

        NoAnswerException(Answer answer) {
            super(answer.toString());
            this.answer = answer;
        }
    }

    @Override
    public void onStart(TypedContext<Order> self) {
        TimerId retention = self.every(RETENTION_PERIOD, new Order.Retain());
        TimerId scrub = self.every(settings.scrubPeriod(), new Order.Scrub());
        assert retention != scrub;
    }

    @Override
    public void onMessage(TypedContext<Order> self, Order order) {
        switch (order) {
            case Order.Job job -> self.reply(job, execute(job.operation()));
            case Order.Retain retain -> slices(after -> new Operation.Retain(after));
            case Order.Scrub scrub -> slices(after -> new Operation.Scrub(after, SCRUB_SLICE));
        }
    }

    private interface Slice {
        Operation after(long place);
    }

    /** Upkeep that fails is tried again at its next time. */
    private void slices(Slice slice) {
        try {
            long after = 0;
            do {
                after = ask(slice.after(after)) instanceof Outcome.Done done ? done.next() : 0;
            } while (after != 0);
        } catch (NoAnswerException storeIsDown) {
            return;
        }
    }

    private Answer execute(Operation operation) {
        try {
            return switch (operation) {
                case Operation.SettleDead settle -> committed(settleDead(settle));
                case Operation.PurgeTopic purge -> committed(purge(purge));
                default -> throw new IllegalArgumentException("not done in slices: " + operation);
            };
        } catch (NoAnswerException e) {
            return e.answer;
        }
    }

    private static Answer committed(Outcome outcome) {
        return new Answer.Committed(List.of(outcome));
    }

    private Outcome settleDead(Operation.SettleDead whole) throws NoAnswerException {
        int moved = 0;
        long remaining = 0;
        long after = 0;
        boolean isFull = false;
        Map<Ulid, String> skipped = new LinkedHashMap<>();
        List<Ulid> ids = whole.ids();
        int done = 0;
        while (done < whole.limit()) {
            int count = Math.min(DEAD_SLICE, whole.limit() - done);
            List<Ulid> some = ids == null ? null : ids.subList(done, Math.min(ids.size(), done + count));
            Outcome outcome = ask(new Operation.SettleDead(whole.topic(), some, after, count, whole.isPurge()));
            if (!(outcome instanceof Outcome.DeadSettled slice)) {
                return outcome;
            }
            moved += slice.moved();
            remaining = slice.remaining();
            skipped.putAll(slice.skipped());
            isFull = slice.isFull();
            after = slice.next();
            done += count;
            if (isFull || (ids == null && after == 0)) {
                break;
            }
        }
        return isFull && moved == 0
                ? Outcome.Refused.of(Refusal.TOPIC_FULL)
                : new Outcome.DeadSettled(moved, remaining, skipped, isFull, after);
    }

    private Outcome purge(Operation.PurgeTopic whole) throws NoAnswerException {
        int count = 0;
        long below = 0;
        do {
            Outcome outcome = ask(new Operation.PurgeTopic(whole.topic(), below, PURGE_SLICE));
            if (!(outcome instanceof Outcome.Purged slice)) {
                return outcome;
            }
            count += slice.count();
            below = slice.below();
        } while (below != 0);
        return new Outcome.Purged(count, 0);
    }

    private Outcome ask(Operation operation) throws NoAnswerException {
        return switch (committer.request(new Commit.Work("", List.of(operation), null), settings.operationTimeout())) {
            case Reply<Answer> reply when reply.value() instanceof Answer.Committed committed ->
                committed.outcomes().getFirst();
            case Reply<Answer> reply -> throw new NoAnswerException(reply.value());
            case NoReply<Answer> none ->
                throw new NoAnswerException(new Answer.Unavailable(
                        none.reason() == NoReply.Reason.TIMEOUT ? Cause.TIMEOUT : Cause.STORE));
        };
    }
}
