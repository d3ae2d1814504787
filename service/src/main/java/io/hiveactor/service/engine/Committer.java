package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.service.engine.Answer.Busy.FullQueue;
import io.hiveactor.service.engine.Answer.Unavailable.Cause;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.store.BatchReport;
import io.hiveactor.service.store.BatchResult;
import io.hiveactor.service.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The only writer of the store. Its mailbox is the next transaction: while one runs, requests arrive, and all of them that fit
 * go into the next one. It never waits to fill a transaction. Polls that find nothing wait here.
 */
final class Committer implements TypedHandler<Commit> {
    /*
     * One turn: take messages until the mailbox is empty or the batch is full, add polls that may find something now, execute,
     * answer. A turn that left messages ready for polls that were not in it makes another turn at once.
     *
     * Invariants
     *  - a poll is answered, or in `polls`, or in the batch that runs; never in two of them
     *  - a request is answered only after the commit that contains it
     *  - a lease whose requester had stopped waiting is in `unwanted` until the next batch gives it back
     *  - `untold` has the answers that workers have not been told of, because their mailbox was full
     */
    private static final Duration LONGEST_RECOVERY_PAUSE = Duration.ofSeconds(5);
    private static final Answer STORE = new Answer.Unavailable(Cause.STORE);
    private static final Answer DRAINING = new Answer.Unavailable(Cause.DRAINING);

    /** A request of a batch, with the right to answer it. */
    private record Job(
            String topic, List<Operation> operations, DeferredReply<Answer> reply, @Nullable Ref<Intake> worker) {}

    private final EngineSettings settings;
    private final StoreAccess store;
    private final EngineListener listener;
    private final WaitingPolls polls = new WaitingPolls();
    private final Set<Commit.PollKey> pollKeys = new HashSet<>();
    private final Map<Ref<Intake>, Map<String, Integer>> untold = new HashMap<>();

    private RandomGenerator random = RandomGenerator.getDefault();
    private final List<Job> jobs = new ArrayList<>();
    private final List<Waiting> trying = new ArrayList<>();
    private final List<LeaseRef> unwanted = new ArrayList<>();
    private @Nullable Job carried;
    private int operationCount;
    private long byteCount;
    private boolean isSweeping;
    private boolean isDraining;
    private boolean isRecovering;
    private long pollNumber;
    private int failures;
    private @Nullable Ref<Scan> scanner;
    private @Nullable TimerId pollTimer;

    Committer(EngineSettings settings, StoreAccess store, EngineListener listener) {
        this.settings = settings;
        this.store = store;
        this.listener = listener;
    }

    @Override
    public void onStart(TypedContext<Commit> self) {
        random = self.context().newRandom();
        if (store.isFailed()) {
            recoverLater(self);
        }
    }

    @Override
    public void onMessage(TypedContext<Commit> self, Commit first) {
        Commit message = first;
        while (message != null) {
            take(self, message);
            message = isFull() ? null : self.tryReceive();
        }
        Set<String> readyTopics = new LinkedHashSet<>();
        do {
            choosePolls(readyTopics);
            readyTopics = hasWork() ? commit(self) : Set.of();
        } while (carried != null || !unwanted.isEmpty() || hasUntried(readyTopics));
        watchPolls(self);
    }

    // ---- taking messages ----

    private void take(TypedContext<Commit> self, Commit message) {
        switch (message) {
            case Commit.Work work ->
                add(new Job(work.topic(), work.operations(), self.deferReply(work), work.worker()));
            case Commit.Receive receive -> takePoll(self, receive);
            case Commit.Cancel cancel -> self.reply(cancel, cancelPoll(cancel.key()));
            case Commit.Watch watch -> {
                scanner = watch.scanner();
                isSweeping = true; // its report says when to look
            }
            case Commit.Sweep sweep -> isSweeping = true;
            case Commit.PollsDue due -> {
                pollTimer = null;
                polls.takeDue(self.context().nowNanos()).forEach(this::endPoll);
            }
            case Commit.Recover recover -> recover(self);
            case Commit.EndPolls end -> {
                isDraining = true;
                polls.takeAll().forEach(this::endPoll);
            }
        }
    }

    private void add(Job job) {
        long bytes = 0;
        for (Operation operation : job.operations()) {
            bytes += operation instanceof Operation.Send send ? send.payload().length : 0;
        }
        boolean fits = jobs.isEmpty()
                || (operationCount + job.operations().size() <= settings.batchOperations()
                        && byteCount + bytes <= settings.batchBytes());
        if (!fits) {
            carried = job;
            return;
        }
        jobs.add(job);
        operationCount += job.operations().size();
        byteCount += bytes;
    }

    private void takePoll(TypedContext<Commit> self, Commit.Receive receive) {
        Poll poll = receive.poll();
        long waitNanos = TimeUnit.MILLISECONDS.toNanos(poll.waitMs());
        var waiting = new Waiting(
                poll, self.deferReply(receive), receive.worker(), self.context().nowNanos() + waitNanos, pollNumber++);
        Commit.PollKey key = waiting.key();
        if (isDraining) {
            answer(waiting, DRAINING);
        } else if (key != null && !pollKeys.add(key)) {
            waiting.reply().reply(new Answer.PollInUse());
            tell(waiting.worker(), waiting.topic());
        } else {
            trying.add(waiting);
            operationCount++;
        }
    }

    private boolean cancelPoll(Commit.PollKey key) {
        for (Waiting poll : polls.first(key.topic(), Integer.MAX_VALUE)) {
            if (key.equals(poll.key())) {
                polls.remove(poll);
                endPoll(poll);
                return true;
            }
        }
        return trying.removeIf(poll -> {
            boolean isMeant = key.equals(poll.key());
            if (isMeant) {
                endPoll(poll);
            }
            return isMeant;
        });
    }

    private boolean isFull() {
        return carried != null || operationCount >= settings.batchOperations();
    }

    private boolean hasWork() {
        return !jobs.isEmpty() || !trying.isEmpty() || !unwanted.isEmpty() || isSweeping;
    }

    // ---- polls ----

    /** Adds the polls that may find something: those of topics that this batch sends to, and of those that have become ready. */
    private void choosePolls(Set<String> readyTopics) {
        Job next = carried;
        if (next != null) {
            carried = null;
            add(next);
        }
        Map<String, Integer> wanted = new HashMap<>();
        readyTopics.forEach(topic -> wanted.put(topic, settings.batchOperations()));
        for (Job job : jobs) {
            for (Operation operation : job.operations()) {
                if (operation instanceof Operation.Send send) {
                    wanted.merge(send.topic(), 1, Integer::sum);
                }
            }
        }
        List<Waiting> older = new ArrayList<>();
        wanted.forEach((topic, count) -> older.addAll(polls.first(topic, count)));
        older.forEach(polls::remove);
        trying.addAll(0, older); // first come, first served
        trying.removeIf(poll -> {
            boolean isEnded = !poll.poll().isAllowed().getAsBoolean();
            if (isEnded) {
                endPoll(poll);
            }
            return isEnded;
        });
    }

    private boolean hasUntried(Set<String> topics) {
        return topics.stream().anyMatch(topic -> !polls.first(topic, 1).isEmpty());
    }

    private void endPoll(Waiting poll) {
        forgetKey(poll);
        poll.endWithNothing();
        tell(poll.worker(), poll.topic());
    }

    private void answer(Waiting poll, Answer answer) {
        forgetKey(poll);
        boolean isWanted = poll.reply().reply(answer) != ReplyStatus.NOT_WAITING;
        tell(poll.worker(), poll.topic());
        if (!isWanted
                && answer instanceof Answer.Committed(List<Outcome> outcomes)
                && outcomes.getFirst() instanceof Outcome.Received received) {
            received.messages().forEach(message -> unwanted.add(message.lease()));
        }
    }

    private void forgetKey(Waiting poll) {
        Commit.PollKey key = poll.key();
        if (key != null) {
            pollKeys.remove(key);
        }
    }

    private void watchPolls(TypedContext<Commit> self) {
        TimerId running = pollTimer;
        if (running != null) {
            self.cancel(running);
            pollTimer = null;
        }
        long nextNanos = polls.nextDeadlineNanos();
        if (nextNanos != Long.MAX_VALUE) {
            long delay = Math.max(1, nextNanos - self.context().nowNanos());
            pollTimer = self.after(Duration.ofNanos(delay), new Commit.PollsDue());
        }
    }

    // ---- committing ----

    /** Executes what was taken, and returns the topics with messages that polls have not been tried on. */
    private Set<String> commit(TypedContext<Commit> self) {
        List<Operation> operations = new ArrayList<>(operationCount + trying.size() + 1);
        trying.forEach(poll -> operations.add(poll.poll().receive()));
        jobs.forEach(job -> operations.addAll(job.operations()));
        if (!unwanted.isEmpty()) {
            operations.add(new Operation.GiveBack(List.copyOf(unwanted)));
            unwanted.clear();
        }
        if (operations.isEmpty()) {
            operations.add(new Operation.Sweep());
        }
        Set<String> untried = Set.of();
        try {
            if (isRecovering || store.isFailed()) {
                throw new StoreException("the store is not usable");
            }
            long begunNanos = self.context().nowNanos();
            BatchResult result = self.context().offload(() -> store.execute(operations));
            failures = 0;
            Duration took = Duration.ofNanos(self.context().nowNanos() - begunNanos);
            listener.batchCommitted(operations.size(), took, result.report());
            untried = answerAll(self, result);
        } catch (StoreException e) {
            listener.storeFailed(String.valueOf(e.getMessage()));
            jobs.forEach(job -> job.reply().reply(STORE));
            trying.forEach(poll -> answer(poll, STORE));
            recoverLater(self);
        }
        jobs.forEach(job -> tell(job.worker(), job.topic()));
        if (settings.zeroesPayloads()) {
            jobs.forEach(Committer::erase);
        }
        jobs.clear();
        trying.clear();
        operationCount = 0;
        byteCount = 0;
        isSweeping = false;
        tellWorkers();
        return untried;
    }

    private Set<String> answerAll(TypedContext<Commit> self, BatchResult result) {
        int next = 0;
        Set<String> emptyHanded = new HashSet<>();
        for (Waiting poll : trying) {
            Outcome outcome = result.outcomes().get(next++);
            boolean isEmpty = outcome instanceof Outcome.Received received && received.messages().isEmpty();
            if (isEmpty && !isDraining && poll.deadlineNanos() > self.context().nowNanos()) {
                emptyHanded.add(poll.topic());
                keepWaiting(poll);
            } else {
                answer(poll, new Answer.Committed(List.of(outcome)));
            }
        }
        for (Job job : jobs) {
            int end = next + job.operations().size();
            job.reply().reply(new Answer.Committed(List.copyOf(result.outcomes().subList(next, end))));
            next = end;
        }
        return told(result.report(), emptyHanded);
    }

    private void keepWaiting(Waiting poll) {
        if (polls.size() >= settings.maxWaiters()) {
            answer(poll, new Answer.Busy(FullQueue.WAITERS, 1_000));
        } else {
            tell(poll.worker(), poll.topic()); // it counts as a waiter now, and takes no place from other requests
            polls.add(poll.withoutWorker());
        }
    }

    private Set<String> told(BatchReport report, Set<String> emptyHanded) {
        Ref<Scan> told = scanner;
        if (told != null) {
            long delayMs = report.nextDueMs() == Long.MAX_VALUE ? Long.MAX_VALUE : report.nextDueMs() - report.nowMs();
            NotifyStatus status = told.notify(new Scan.NextDue(delayMs));
            assert status != NotifyStatus.TOO_LARGE;
        }
        Set<String> untried = new LinkedHashSet<>(report.ready());
        untried.removeAll(emptyHanded);
        for (String topic : report.settled()) { // a stream that had too many unsettled messages may have room again
            if (polls.first(topic, Integer.MAX_VALUE).stream()
                    .anyMatch(poll -> !poll.poll().receive().unsettled().isEmpty())) {
                untried.add(topic);
            }
        }
        return untried;
    }

    private static void erase(Job job) {
        for (Operation operation : job.operations()) {
            if (operation instanceof Operation.Send send) {
                Arrays.fill(send.payload(), (byte) 0);
            }
        }
    }

    // ---- workers ----

    private void tell(@Nullable Ref<Intake> worker, String topic) {
        if (worker != null) {
            untold.computeIfAbsent(worker, key -> new HashMap<>()).merge(topic, 1, Integer::sum);
        }
    }

    private void tellWorkers() {
        untold.entrySet().removeIf(entry -> switch (entry.getKey().notify(new Intake.Answered(entry.getValue()))) {
            case SENT, DROPPED, NO_TARGET, NOT_FOUND, CLOSED, TOO_LARGE -> true;
            case MAILBOX_FULL, NO_MEMORY -> false; // told with the next batch
        });
    }

    // ---- a store that failed ----

    private void recoverLater(TypedContext<Commit> self) {
        if (!isRecovering) {
            isRecovering = true;
            failures++;
            long longestMs = Math.min(LONGEST_RECOVERY_PAUSE.toMillis(), 50L << Math.min(failures, 10));
            TimerId timer = self.after(Duration.ofMillis(1 + random.nextLong(longestMs)), new Commit.Recover());
            assert timer != null;
        }
    }

    private void recover(TypedContext<Commit> self) {
        isRecovering = false;
        try {
            isSweeping = self.context().offload(() -> {
                store.recover();
                return true; // the batch that follows says what is due
            });
        } catch (StoreException e) {
            listener.storeFailed(String.valueOf(e.getMessage()));
            recoverLater(self);
        }
    }
}
