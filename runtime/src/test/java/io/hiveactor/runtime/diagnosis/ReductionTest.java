package io.hiveactor.runtime.diagnosis;

import static io.hiveactor.runtime.diagnosis.Views.actor;
import static io.hiveactor.runtime.diagnosis.Views.awaiting;
import static io.hiveactor.runtime.diagnosis.Views.exhausted;
import static io.hiveactor.runtime.diagnosis.Views.hears;
import static io.hiveactor.runtime.diagnosis.Views.idle;
import static io.hiveactor.runtime.diagnosis.Views.running;
import static io.hiveactor.runtime.diagnosis.Views.served;
import static io.hiveactor.runtime.diagnosis.Views.snapshot;
import static io.hiveactor.runtime.diagnosis.Views.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One rule at a time; that they are enough, and not too many, {@link ReductionSearchTest} shows. */
class ReductionTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final Identity C = new Identity("c", 3);
    private static final Identity D = new Identity("d", 4);
    private static final Identity ABSENT = new Identity("absent", 9);

    private static List<Identity> stuck(HiveSnapshot snapshot) {
        return Reduction.stuck(snapshot).stream().map(ActorView::identity).toList();
    }

    private static Wait slots(Identity target, int wanted, long ticket) {
        return new Wait.Slots(target, wanted, false, new QueuePosition(0, ticket));
    }

    private static Wait room(Identity target, int wanted) {
        return new Wait.Room(target, wanted, new QueuePosition(0, 0));
    }

    @Nested
    class GivenWaitsForOthers {
        @Test
        void twoWhoAskEachOtherAreStuck() {
            assertEquals(List.of(A, B),
                    stuck(snapshot(waiting(A, new Wait.Answer(B)), waiting(B, new Wait.Answer(A)))));
        }

        @Test
        void whoWaitsForSomebodyStuckIsStuckToo() {
            assertEquals(List.of(A, B, C), stuck(snapshot(
                    waiting(A, hears(B)), waiting(B, new Wait.Answer(A)), waiting(C, new Wait.Expected(A, false)))));
        }

        @Test
        void whoWaitsForSomebodyLiveIsNot() {
            assertEquals(List.of(), stuck(snapshot(
                    waiting(A, hears(B)), waiting(B, new Wait.Answer(C)), running(C))));
        }

        @Test
        void ofSeveralOneWhoIsLiveIsEnough() {
            Wait either = new Wait.FirstOf(List.of(hears(B), hears(C)));
            assertEquals(List.of(B), stuck(snapshot(waiting(A, either), waiting(B, hears(B)), running(C))));
            assertEquals(List.of(A, B, C),
                    stuck(snapshot(waiting(A, either), waiting(B, hears(A)), waiting(C, hears(A)))));
        }

        @Test
        void nobodyHearsFromWhoHasEnded() {
            assertEquals(List.of(A, B), stuck(snapshot(waiting(A, new Wait.From(ABSENT, true, "from absent")),
                    waiting(B, new Wait.Expected(ABSENT, true)), running(C))));
        }

        @Test
        void aSeatIsFilledByItsOwnerOrLeftByWhoSatThere() {
            Wait occupant = new Wait.Occupant(ABSENT, B, C);
            assertEquals(List.of(B), stuck(snapshot(waiting(A, occupant), waiting(B, hears(B)), running(C))));
            assertEquals(List.of(C), stuck(snapshot(waiting(A, occupant), running(B), waiting(C, hears(C)))));
            assertEquals(List.of(A, B, C),
                    stuck(snapshot(waiting(A, occupant), waiting(B, hears(B)), waiting(C, hears(C)))));
        }
    }

    @Nested
    class GivenIdleActors {
        @Test
        void theyAreNeverStuckButWhoWaitsForThemMayBe() {
            assertEquals(List.of(A), stuck(snapshot(waiting(A, new Wait.Answer(B)), idle(B))));
            assertEquals(List.of(A), stuck(snapshot(waiting(A, new Wait.Answer(ABSENT)))));
        }

        @Test
        void anybodyLiveMayWakeThem() {
            assertEquals(List.of(), stuck(snapshot(waiting(A, new Wait.Answer(B)), idle(B), running(C))));
            assertEquals(List.of(), stuck(snapshot(waiting(A, new Wait.Answer(ABSENT)), running(C))));
        }

        @Test
        void soMaySomethingOutside() {
            var actors = List.of(waiting(A, new Wait.Answer(B)).view(), idle(B).view(), waiting(C, hears(C)).view());
            assertEquals(List.of(C),
                    stuck(snapshot(actors, List.of(), List.of("socket"), new PoolView(1, 1, 0, 0, 0), 0)));
        }
    }

    @Nested
    class GivenWaitsForChannels {
        private static final Wait NEVER_HEARS = new Wait.From(ABSENT, true, "from absent");

        @Test
        void whoWaitsForOneThatNobodyHasOpenIsStuck() {
            assertEquals(List.of(A), stuck(snapshot(awaiting(A))));
            assertEquals(List.of(A), stuck(snapshot(awaiting(A), idle(B))));
        }

        @Test
        void twoWhoWouldServeEachOtherAreStuck() {
            assertEquals(List.of(A, B), stuck(snapshot(awaiting(A, B), awaiting(B, A))));
            assertEquals(List.of(A, B), stuck(snapshot(awaiting(A, B), awaiting(B, A), idle(C))));
            assertEquals(List.of(A), stuck(snapshot(awaiting(A, A))));
        }

        @Test
        void whoIsServedBySomebodyStuckIsStuck() {
            assertEquals(List.of(A, B), stuck(snapshot(awaiting(A, B), waiting(B, NEVER_HEARS))));
            assertEquals(List.of(A, B), stuck(snapshot(awaiting(A, B), waiting(B, new Wait.Answer(A)))));
        }

        @Test
        void whoeverIsLiveMayOpenItAndServe() {
            assertEquals(List.of(), stuck(snapshot(awaiting(A), running(B))));
            assertEquals(List.of(B, C),
                    stuck(snapshot(awaiting(A, B), waiting(B, hears(C)), waiting(C, hears(B)), running(D))));
        }

        @Test
        void soMayAZombieAnUnknownWaitSomethingOutsideAndWhatAShardDidNotTell() {
            Views zombie = waiting(B, hears(B)).zombie();
            Views unknown = waiting(B, new Wait.Unknown("a lock"));
            assertEquals(List.of(), stuck(snapshot(awaiting(A, A), zombie)));
            assertEquals(List.of(), stuck(snapshot(awaiting(A, A), unknown)));

            var actors = List.of(awaiting(A, A).view());
            var pool = new PoolView(1, 1, 0, 0, 0);
            assertEquals(List.of(), stuck(snapshot(actors, List.of(), List.of("socket"), pool, 0)));

            var seen = new ShardView(0, 0, actors, List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, null, false);
            var missing = new ShardView(1, 0, List.of(), List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, null, true);
            assertEquals(List.of(),
                    stuck(new HiveSnapshot("test", 0, List.of(seen, missing), List.of(), List.of(), pool, true)));
        }

        @Test
        void whoIsServedBySomebodyIdleIsIdle() {
            assertEquals(List.of(), stuck(snapshot(awaiting(A, B), idle(B))));
            assertEquals(List.of(), stuck(snapshot(awaiting(A, ABSENT))));
            assertEquals(List.of(), stuck(snapshot(awaiting(A, new Identity("thread", -1)))));
        }

        @Test
        void ofSeveralServersOneWhoIsIdleIsEnough() {
            assertEquals(List.of(B), stuck(snapshot(awaiting(A, B, C), waiting(B, NEVER_HEARS), idle(C))));
            assertEquals(List.of(B), stuck(snapshot(awaiting(A, C, B), waiting(B, NEVER_HEARS), idle(C))));
        }

        @Test
        void idlenessGoesFromEachToWhomHeServes() {
            assertEquals(List.of(), stuck(snapshot(awaiting(A, B), awaiting(B, C), awaiting(C, D, A), idle(D))));
        }

        @Test
        void butNotToWhomSomebodyIdleOwesAnAnswer() {
            assertEquals(List.of(A, B),
                    stuck(snapshot(awaiting(A, B), waiting(B, new Wait.Answer(C)), awaiting(C, D), idle(D))));
        }

        @Test
        void ofTheFirstOfSeveralOneChannelThatSomebodyIdleServesIsEnough() {
            Wait either = new Wait.FirstOf(List.of(NEVER_HEARS, served(B)));
            Wait deep = new Wait.FirstOf(List.of(NEVER_HEARS, either));
            assertEquals(List.of(), stuck(snapshot(waiting(A, either), idle(B))));
            assertEquals(List.of(), stuck(snapshot(waiting(A, deep), idle(B))));
            assertEquals(List.of(A, B), stuck(snapshot(waiting(A, either), awaiting(B, A))));
            assertEquals(List.of(), stuck(snapshot(waiting(A, either), awaiting(B, A), running(C))));
        }

        @Test
        void aDeadlineEndsIt() {
            HiveSnapshot own = snapshot(awaiting(A, B).deadline(true), awaiting(B, A));
            assertEquals(List.of(), stuck(own));
            assertEquals(List.of(A, B), stuckButForDeadlines(own));

            HiveSnapshot another = snapshot(awaiting(A, A), waiting(C, NEVER_HEARS).deadline(true));
            assertEquals(List.of(), stuck(another));
            assertEquals(List.of(A, C), stuckButForDeadlines(another));
        }

        @Test
        void whoIsIdleIsSoWithADeadlineAsWell() {
            assertEquals(List.of(), stuckButForDeadlines(snapshot(awaiting(A, B).deadline(true), idle(B))));
            assertEquals(List.of(), stuckButForDeadlines(snapshot(awaiting(A, B), idle(B).deadline(true))));
        }

        @Test
        void whoMayNotBeStuckMayServe() {
            HiveSnapshot apart = snapshot(awaiting(A, A), waiting(B, NEVER_HEARS));
            assertEquals(List.of(A, B), stuck(apart));
            assertEquals(List.of(), Reduction.stuckAmong(apart, each -> each.identity().equals(A)));
        }

        @Test
        void whoWaitsForOneTakesNoRequest() {
            var actors = List.of(waiting(A, slots(B, 2, 0)).view(), awaiting(B, A).view());
            assertEquals(List.of(A, B), stuck(snapshot(actors, List.of(), List.of(), new PoolView(2, 2, 0, 0, 1), 0)));
        }

        private static List<Identity> stuckButForDeadlines(HiveSnapshot snapshot) {
            return Reduction.stuckButForDeadlines(snapshot).stream().map(ActorView::identity).toList();
        }
    }

    @Nested
    class GivenWhoIsLiveByHimself {
        @Test
        void aDeadlineAnUnknownWaitAndAZombieAreEnough() {
            assertEquals(List.of(), stuck(snapshot(
                    waiting(A, hears(B)).deadline(true),
                    waiting(B, new Wait.Answer(A)),
                    waiting(C, hears(C)).zombie())));
            Wait either = new Wait.FirstOf(List.of(hears(A), new Wait.Unknown("a channel")));
            assertEquals(List.of(), stuck(snapshot(waiting(A, either), waiting(B, hears(A)))));
        }

        @Test
        void whoHearsTicksNeedsASlotForOne() {
            Views ticking = waiting(A, new Wait.Tick()).timers(1).hearsTicks(true);
            assertEquals(List.of(), stuck(snapshot(ticking)));
            assertEquals(List.of(A, B), stuck(exhausted(ticking, waiting(B, hears(B)).slots(2))));
            assertEquals(List.of(), stuck(exhausted(ticking, running(B).slots(2))));
        }

        @Test
        void aTickMayTakeFromTheReserveAndFromACache() {
            var ticking = List.of(waiting(A, new Wait.Tick()).timers(1).hearsTicks(true).view());
            assertEquals(List.of(), stuck(snapshot(ticking, List.of(), List.of(), new PoolView(1, 1, 1, 0, 0), 0)));
            assertEquals(List.of(), stuck(snapshot(ticking, List.of(), List.of(), new PoolView(1, 0, 0, 0, 0), 1)));
        }

        @Test
        void aShardThatDidNotAnswerMayHoldAnything() {
            var missing = new ShardView(1, 0, List.of(), List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, null, true);
            HiveSnapshot seen = exhausted(waiting(A, slots(B, 1, 0)), waiting(B, hears(B)).slots(2));
            var all = new HiveSnapshot("test", 0, List.of(seen.shards().getFirst(), missing), List.of(), List.of(),
                    seen.pool(), true);
            assertEquals(List.of(A, B), stuck(seen));
            assertEquals(List.of(B), stuck(all));
        }
    }

    @Nested
    class GivenAnExhaustedPool {
        private final Views keeper = waiting(C, hears(C)).slots(2);

        @Test
        void itIsStarvedWhenTheStuckKeepItAll() {
            assertEquals(List.of(A, C), stuck(exhausted(waiting(A, slots(C, 1, 0)), keeper)));
        }

        @Test
        void itIsNotWhileSomebodyLiveKeepsAsMuchAsIsWanted() {
            assertEquals(List.of(C), stuck(exhausted(waiting(A, slots(C, 1, 0)), running(B).slots(1), keeper)));
            assertEquals(List.of(A, C), stuck(exhausted(waiting(A, slots(C, 2, 0)), running(B).slots(1), keeper)));
        }

        @Test
        void whatIsSentToTheStuckIsGoneForWhoComesBehind() {
            var thread = new Identity("thread", -1);
            var actors = List.of(waiting(A, slots(C, 1, 0)).view(), running(B).slots(1).view(), keeper.view());
            var behind = List.of(actor(thread).does(Activity.SENDING).waitsFor(slots(C, 1, 1)).view());
            assertEquals(List.of(C, thread),
                    stuck(snapshot(actors, behind, List.of(), new PoolView(3, 0, 0, 0, 2), 0)));
        }

        @Test
        void theReserveIsFilledBeforeAnybodyIsServed() {
            var actors = List.of(waiting(A, slots(C, 1, 0)).view(), running(B).slots(1).view(), keeper.view());
            assertEquals(List.of(A, C), stuck(snapshot(actors, List.of(), List.of(), new PoolView(3, 0, 1, 0, 1), 0)));
        }

        @Test
        void slotsOnTheirWayComeBack() {
            var actors = List.of(waiting(A, slots(C, 1, 0)).view(), keeper.view());
            assertEquals(List.of(C), stuck(snapshot(actors, List.of(), List.of(), new PoolView(3, 0, 0, 0, 1), 0)));
        }

        @Test
        void aCacheIsGivenBackIfAnybodyIsLive() {
            var stuck = List.of(waiting(A, slots(C, 1, 0)).view(), keeper.view());
            assertEquals(List.of(A, C), stuck(snapshot(stuck, List.of(), List.of(), new PoolView(3, 0, 0, 0, 1), 1)));
            var awake = List.of(waiting(A, slots(C, 1, 0)).view(), running(B).view(), keeper.view());
            assertEquals(List.of(C), stuck(snapshot(awake, List.of(), List.of(), new PoolView(3, 0, 0, 0, 1), 1)));
        }

        @Test
        void whatABusKeepsIsFreedByWhoeverIsLiveOrByItself() {
            var alone = List.of(waiting(A, slots(C, 1, 0)).view(), idle(C).view());
            assertEquals(List.of(A), stuck(kept(alone, new SlotHolder("bus", 2, false))));
            assertEquals(List.of(), stuck(kept(alone, new SlotHolder("bus", 2, true))));
            var awake = List.of(waiting(A, slots(B, 1, 0)).view(), waiting(B, hears(B)).view(), running(C).view());
            assertEquals(List.of(B), stuck(kept(awake, new SlotHolder("bus", 2, false))));
        }

        private static HiveSnapshot kept(List<ActorView> actors, SlotHolder keeper) {
            var shard = new ShardView(0, 0, actors, List.of(keeper), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, null, false);
            return new HiveSnapshot("test", 0, List.of(shard), List.of(), List.of(), new PoolView(2, 0, 0, 0, 1), true);
        }

        @Test
        void aTargetThatMayEndEndsTheWaitWithoutASlot() {
            assertEquals(List.of(C), stuck(exhausted(waiting(A, slots(B, 1, 0)), running(B), keeper)));
        }
    }

    @Nested
    class GivenARequestThatIsNotSentYet {
        private final Views source = running(C).slots(2);

        @Test
        void itIsStuckIfItsTargetDoesNotListen() {
            assertEquals(List.of(A, B), stuck(exhausted(waiting(A, slots(B, 2, 0)), waiting(B, hears(B)), source)));
        }

        @Test
        void itIsNotIfItsTargetWaitsForJustThat() {
            assertEquals(List.of(), stuck(exhausted(waiting(A, slots(B, 2, 0)), waiting(B, hears(A)), source)));
        }
    }

    @Nested
    class GivenAFullMailbox {
        @Test
        void whoWaitsForRoomNeedsItsOwner() {
            assertEquals(List.of(A, B), stuck(snapshot(waiting(A, room(B, 1)), waiting(B, new Wait.Answer(A)))));
            assertEquals(List.of(), stuck(snapshot(waiting(A, room(B, 1)), running(B))));
        }

        @Test
        void orSomebodyWhoGivesUpTheRoomHeHasReserved() {
            Views leaver = waiting(C, new Wait.Slots(B, 1, true, new QueuePosition(0, 0))).slots(1);
            assertEquals(List.of(A, B, C),
                    stuck(exhausted(waiting(A, room(B, 1)), waiting(B, hears(B)), leaver)));
            assertEquals(List.of(B),
                    stuck(exhausted(waiting(A, room(B, 1)), waiting(B, hears(B)), leaver.deadline(true))));
        }

        @Test
        void whoGetsRoomStandsInTheLineForSlotsThen() {
            Views leaver = waiting(C, new Wait.Slots(B, 1, true, new QueuePosition(0, 0))).slots(1).deadline(true);
            Views target = waiting(B, hears(B));
            Views first = waiting(A, room(B, 1));

            assertEquals(List.of(B), stuck(exhausted(first, target, leaver)));
            assertEquals(List.of(A, B), stuck(exhausted(first, target, leaver.slots(0))));
            assertEquals(List.of(A, B), stuck(exhausted(waiting(A, room(B, 2)), target, leaver.slots(2))));
        }

        @Test
        void heStandsBehindThoseOfHisLineAndBeforeThoseOfTheNext() {
            Views leaver = waiting(C, new Wait.Slots(B, 1, true, new QueuePosition(0, 0))).slots(1).deadline(true);
            Views target = waiting(B, hears(B));
            Views late = waiting(A, room(B, 1));

            Views takesTheOnlyOne = waiting(D, slots(B, 1, 1));
            assertEquals(List.of(A, B), stuck(exhausted(late, target, leaver, takesTheOnlyOne)));
            Views wantsMore = waiting(D, slots(B, 2, 1));
            assertEquals(List.of(A, B, D), stuck(exhausted(late, target, leaver, wantsMore)));
            Views ofTheNextLine = waiting(D, new Wait.Slots(B, 2, false, new QueuePosition(1, 1)));
            assertEquals(List.of(B, D), stuck(exhausted(late, target, leaver, ofTheNextLine)));
        }

        /** A request of a higher priority wants two slots and gets one at most; with fairness the lower one may take that. */
        @Test
        void withFairnessALowerPriorityMayBeServedBeforeAHigherOne() {
            for (boolean isStrict : List.of(true, false)) {
                Views target = waiting(B, hears(B));
                Views higher = waiting(A, new Wait.Slots(B, 2, false, new QueuePosition(0, 0, isStrict)));
                Views lower = waiting(D, new Wait.Slots(B, 1, false, new QueuePosition(3, 1, isStrict)));
                Views behind = waiting(C, new Wait.Slots(B, 1, false, new QueuePosition(0, 2, isStrict)));
                Views holder = waiting(new Identity("holder", 5), new Wait.Time()).slots(1);

                assertEquals(isStrict ? List.of(A, B, D, C) : List.of(A, B, C),
                        stuck(exhausted(higher, target, lower, behind, holder)));
                Views forRoom = waiting(D, new Wait.Room(B, 1, new QueuePosition(3, 1, isStrict)));
                Views leaver = waiting(C, new Wait.Slots(B, 1, true, new QueuePosition(0, 2, isStrict))).slots(1).deadline(true);
                assertEquals(isStrict ? List.of(A, B, D) : List.of(A, B),
                        stuck(exhausted(higher, target, forRoom, leaver)));
            }
        }

        @Test
        void oneRoomIsForTheFirstWhoWaitsForIt() {
            Views leaver = waiting(C, new Wait.Slots(B, 1, true, new QueuePosition(0, 0))).slots(5).deadline(true);
            Views target = waiting(B, hears(B));
            Views second = waiting(A, new Wait.Room(B, 1, new QueuePosition(0, 2)));
            Views first = waiting(D, new Wait.Room(B, 1, new QueuePosition(0, 1)));

            assertEquals(List.of(A, B), stuck(exhausted(second, target, leaver, first)));
            assertEquals(List.of(B), stuck(exhausted(second, target, leaver, first.deadline(true))));
        }

        /** Both get room, but there is one slot: the second is stuck, and seen so when the deadlines have passed. */
        @Test
        void theSlotsOfThoseWhoGetRoomByADeadlineAreNotCounted() {
            Call never = new Call.Receive(List.of(new Call.Source.From(0)));
            SmallHive before = hive(
                    member(never, 2, 0),
                    member(new Call.Send(0, false, false, new QueuePosition(0, 0)), 0, 1),
                    member(new Call.Send(0, false, false, new QueuePosition(0, 1)), 0, 0),
                    member(new Call.Send(0, false, true, new QueuePosition(0, 2)), 0, 0),
                    member(new Call.Send(0, false, true, new QueuePosition(0, 3)), 0, 0)).withDeadlines(i -> i == 1 || i == 2);
            SmallHive after = hive(
                    member(never, 2, 0),
                    member(new Call.Running(), 0, 1),
                    member(new Call.Running(), 0, 0),
                    member(new Call.Send(0, false, false, new QueuePosition(0, 4)), 0, 0),
                    member(new Call.Send(0, false, false, new QueuePosition(0, 5)), 0, 0));

            assertEquals(Set.of(0, 4), Search.stuck(before));
            assertEquals(Set.of(0), reduced(before));
            assertEquals(Set.of(0, 4), Search.stuck(after));
            assertEquals(Set.of(0, 4), reduced(after));
        }

        private static Set<Integer> reduced(SmallHive hive) {
            return Reduction.stuck(SmallSnapshot.of(hive)).stream().map(SmallSnapshot::index).collect(Collectors.toSet());
        }

        /** Without a free slot. */
        private static SmallHive hive(SmallHive.Member... members) {
            return new SmallHive(List.of(members), 0, 0, 0, 0, false);
        }

        private static SmallHive.Member member(Call call, int limit, int kept) {
            return new SmallHive.Member(call, false, limit, 0, kept, 0, false, true);
        }
    }

    @Nested
    class GivenManyActors {
        @Test
        void aLongRowThatIsLiveIsFoundSoInWhateverOrder() {
            List<ActorView> row = new ArrayList<>();
            for (int i = 1; i < 20_000; i++) {
                row.add(waiting(new Identity("", i), new Wait.Answer(new Identity("", i + 1))).view());
            }
            row.add(running(new Identity("", 20_000)).view());
            Collections.shuffle(row, new SplittableRandom(1));
            HiveSnapshot snapshot = snapshot(row, List.of(), List.of(), new PoolView(1, 1, 0, 0, 0), 0);

            assertTimeout(Duration.ofSeconds(2), () -> assertEquals(List.of(), stuck(snapshot)));
        }

        @Test
        void aLongPipelineThatIsIdleIsFoundSoInWhateverOrder() {
            List<ActorView> row = new ArrayList<>();
            for (int i = 1; i < 20_000; i++) {
                row.add(awaiting(new Identity("", i), new Identity("", i + 1)).view());
            }
            Collections.shuffle(row, new SplittableRandom(1));
            HiveSnapshot snapshot = snapshot(row, List.of(), List.of(), new PoolView(1, 1, 0, 0, 0), 0);

            assertTimeout(Duration.ofSeconds(2), () -> assertEquals(List.of(), stuck(snapshot)));
        }
    }
}
