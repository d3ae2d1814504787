package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a hive without stopping it.
 *
 * <p><b>Threads:</b> any thread but a shard's own; under simulated time, the thread that runs it.
 */
final class Surveyor {
    /** How long a shard has to begin with its answer before it counts as held by somebody. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How long who asks does nothing else. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Of more than these no stack is looked at. */
    private static final int MOST_STACKS = 100;
    /** A shard in whose inbox so many questions lie that nobody waits for is not asked again. */
    private static final int MOST_UNWANTED = 8;

    private final Hive hive;

    Surveyor(Hive hive) {
        this.hive = hive;
    }

    Look look(ShardSurvey.Scope scope) {
        return look(scope, () -> {});
    }

    private Look look(ShardSurvey.Scope scope, Runnable meanwhile) {
        List<ShardView> views = new ArrayList<>();
        Map<Long, Actor> actors = new HashMap<>();
        long nanos = 0;
        List<ShardSurvey> surveys = ask(scope);
        await(surveys, meanwhile);
        for (ShardSurvey survey : surveys) {
            ShardSurvey.Answer answer = survey.answer();
            if (answer == null) {
                views.add(ShardSurvey.missing(survey.shard(), holderOf(survey.shard())));
            } else {
                views.add(answer.view());
                actors.putAll(answer.actors());
                nanos += answer.nanos();
            }
        }
        return new Look(hive.snapshotOf(views, scope == ShardSurvey.Scope.WHOLE), actors, nanos);
    }

    private List<ShardSurvey> ask(ShardSurvey.Scope scope) {
        List<ShardSurvey> surveys = new ArrayList<>();
        List<Set<Actor>> named = scope == ShardSurvey.Scope.NAMED ? hive.names.ownersByShard() : List.of();
        for (Shard shard : hive.shards()) {
            var survey = new ShardSurvey(shard, scope, named.isEmpty() ? Set.of() : named.get(shard.index));
            surveys.add(survey);
            if (hive.isSimulated() || shard.hasEnded()) {
                survey.arrive(shard); // it stands still
            } else if (shard.unwantedSurveys.get() < MOST_UNWANTED) {
                shard.push(survey);
            } else {
                survey.isNotAsked();
            }
        }
        return surveys;
    }

    /** Until all have answered who begin to in time. One that has begun may take as long as it has actors. */
    private static void await(List<ShardSurvey> surveys, Runnable meanwhile) {
        long patienceEnds = System.nanoTime() + PATIENCE_NANOS;
        try {
            for (ShardSurvey survey : surveys) {
                while (!survey.isOver(SLICE_NANOS)) {
                    meanwhile.run();
                    if (System.nanoTime() - patienceEnds >= 0) {
                        survey.withdraw();
                    }
                }
            }
        } catch (InterruptedException e) {
            surveys.forEach(ShardSurvey::withdraw); // then those who have not answered count as missing
            Thread.currentThread().interrupt();
        }
    }

    /** Whose code keeps a shard from answering, as far as can be seen. */
    private static @Nullable SlowHandler holderOf(Shard shard) {
        Actor actor = shard.runningActor();
        return actor == null ? null : SlowHandlerWatch.describe(shard, actor, PATIENCE_NANOS);
    }

    // ---- who is stuck ----

    /** Everything there is to say, with the stacks of those who are stuck, who may be, and whose wait nobody else knows. */
    Diagnosis diagnose() {
        return examine(true, () -> {}, diagnosis -> {
            List<ActorView> worthIt = members(diagnosis);
            worthIt.addAll(diagnosis.risks());
            worthIt.addAll(diagnosis.snapshot().parkedOutside());
            return worthIt;
        }).diagnosis();
    }

    /** All who are stuck. */
    static List<ActorView> members(Diagnosis diagnosis) {
        List<ActorView> members = new ArrayList<>();
        for (Deadlock deadlock : diagnosis.deadlocks()) {
            members.addAll(deadlock.members());
        }
        return members;
    }

    /**
     * What was found, with a way back to the actors.
     *
     * @param nanos how long the shards took for it, all together
     */
    record Finding(Diagnosis diagnosis, Look look, long nanos) {}

    /**
     * Two looks if the shards go on meanwhile, and if there is a suspicion.
     *
     * @param meanwhile done again and again while a shard does not answer
     * @param worthIt of whom the stacks are wanted
     */
    Finding examine(boolean isWhole, Runnable meanwhile, Function<Diagnosis, List<ActorView>> worthIt) {
        ShardSurvey.Scope scope = isWhole ? ShardSurvey.Scope.WHOLE : ShardSurvey.Scope.EVENTFUL;
        Look before = look(scope, meanwhile);
        Diagnosis first = hive.isSimulated() ? betweenSteps(before.snapshot()) : Diagnosis.of(before.snapshot());
        Map<Long, List<StackTraceElement>> stacks = stacks(before, worthIt.apply(first));
        if (hive.isSimulated() || first.isClean()) {
            return new Finding(first.with(stacks), before, before.nanos());
        }
        Look after = look(scope, meanwhile);
        Diagnosis second = Diagnosis.of(before.snapshot(), after.snapshot());
        return new Finding(second.with(stacks), after, before.nanos() + after.nanos());
    }

    /**
     * Of a simulation, which an actor or a test may look at before it has come to rest: a shard that has yet to look after
     * something counts as one that did not answer.
     */
    private Diagnosis betweenSteps(HiveSnapshot seen) {
        List<ShardView> atRest = new ArrayList<>();
        for (Shard shard : hive.shards()) {
            atRest.add(shard.isBehind() ? ShardSurvey.missing(shard, null) : seen.shards().get(shard.index));
        }
        Diagnosis verdict = Diagnosis.of(hive.snapshotOf(atRest, seen.isWhole()));
        return new Diagnosis(seen, verdict.deadlocks(), verdict.risks());
    }

    private static Map<Long, List<StackTraceElement>> stacks(Look look, List<ActorView> worthIt) {
        Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
        for (ActorView view : worthIt.subList(0, Math.min(MOST_STACKS, worthIt.size()))) {
            stacks.computeIfAbsent(view.identity().number(), number -> look.stackOf(view));
        }
        return stacks;
    }
}
