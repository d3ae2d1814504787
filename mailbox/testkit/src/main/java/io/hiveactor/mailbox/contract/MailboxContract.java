package io.hiveactor.mailbox.contract;

import static io.hiveactor.mailbox.contract.Check.equal;
import static io.hiveactor.mailbox.contract.Check.fails;
import static io.hiveactor.mailbox.contract.Check.isTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The facts that hold for every mailbox. A test of a backend runs each of them, but for those that need what the backend does
 * not promise.
 */
public final class MailboxContract {
    private static final Duration LONG = Duration.ofHours(1);
    private static final long GUARD_SECONDS = 30;

    private final List<Check> checks = new ArrayList<>();

    private MailboxContract() {
        sending();
        leasing();
        settling();
        waiting();
        replying();
        badInput();
    }

    public static List<Check> checks() {
        return List.copyOf(new MailboxContract().checks);
    }

    private void fact(String fact, Check.Body body, Promise... needs) {
        checks.add(new Check(fact, Set.of(needs), body));
    }

    private void sending() {
        fact("whatIsSentIsReceivedWithItsIdAndCount", visit -> {
            String id = visit.send("hello");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal("hello", got.body());
            equal(id, got.id());
            equal(1, got.deliveryCount());
            equal(null, got.replyTo());
            equal(false, got.isFinalized());
            equal(AckStatus.DONE, got.acknowledge());
        });
        fact("bodiesAreKeptAsTheyAre", visit -> {
            for (String body : List.of("", " ", "{}", "\"", "ä€😀", "a\nb\tc", "x".repeat(100_000))) {
                visit.send(body);
                Delivery<String, String> got = visit.receiveOne(LONG);
                equal(body, got.body());
                equal(AckStatus.DONE, got.acknowledge());
            }
        });
        fact("idsAreNeverTheSame", visit -> {
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                isTrue(ids.add(visit.send("same")), "an id came twice");
            }
        });
        fact("firstDeliveriesComeInTheOrderOfTheSends", visit -> {
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                sent.add("b" + i);
                visit.send("b" + i);
            }
            List<String> got = new ArrayList<>();
            got.addAll(Visit.bodies(visit.receiveNow(10, LONG)));
            got.addAll(Visit.bodies(visit.receiveNow(10, LONG)));
            got.addAll(Visit.bodies(visit.receiveNow(10, LONG)));
            equal(sent, got);
        }, Promise.FIFO);
        fact("severalAreSentInOneCallInTheirOrder", visit -> {
            List<String> bodies = new ArrayList<>();
            for (int i = 0; i < 23; i++) {
                bodies.add("b" + i);
            }
            List<SendResult> results = visit.mailbox.sendAll(bodies);
            equal(23, results.size());
            isTrue(results.stream().allMatch(Sent.class::isInstance), "not all were sent: " + results);
            List<String> got = new ArrayList<>();
            while (got.size() < 23) {
                List<Delivery<String, String>> batch = visit.mailbox.receive(10, LONG, visit.units(5));
                isTrue(!batch.isEmpty(), "only " + got);
                batch.forEach(each -> got.add(each.body()));
                isTrue(visit.mailbox.acknowledgeAll(batch).stream().allMatch(AckStatus.DONE::equals), "not all settled");
            }
            equal(new HashSet<>(bodies), new HashSet<>(got));
            isTrue(!visit.has(Promise.FIFO) || got.equals(bodies), "in another order: " + got);
        });
        fact("aFullMailboxRefusesAndInFlightAndDelayedOnesCount", visit -> {
            Mailbox<String, String> small = visit.limited(2);
            isTrue(small.send("a") instanceof Sent, "the first was refused");
            isTrue(small.send("b") instanceof Sent, "the second was refused");
            equal(NotSent.FULL, small.send("c"));
            Delivery<String, String> first = Visit.one(small.receive(1, LONG, Duration.ZERO));
            equal(NotSent.FULL, small.send("c"));
            equal(AckStatus.DONE, first.nack(LONG));
            equal(NotSent.FULL, small.send("c"));
            Delivery<String, String> second = Visit.one(small.receive(1, LONG, Duration.ZERO));
            equal("b", second.body());
            equal(AckStatus.DONE, second.acknowledge());
            isTrue(small.send("c") instanceof Sent, "there was room");
        }, Promise.CAPACITY);
        fact("theCountIsOfAllThereAre", visit -> {
            equal(0L, visit.mailbox.approximateCount());
            visit.send("a");
            visit.send("b");
            visit.send("c");
            equal(AckStatus.DONE, visit.receiveOne(LONG).nack(LONG));
            visit.receiveOne(LONG);
            equal(3L, visit.mailbox.approximateCount());
        }, Promise.EXACT_COUNT);
        fact("purgingDeletesAllOfThemAndKillsTheirReceipts", visit -> {
            visit.send("a");
            visit.send("b");
            visit.send("c");
            Delivery<String, String> held = visit.receiveOne(LONG);
            equal(AckStatus.DONE, visit.receiveOne(LONG).nack(LONG));
            equal(3L, visit.mailbox.purge());
            equal(0L, visit.mailbox.purge());
            equal(AckStatus.LEASE_ENDED, held.acknowledge());
            equal(List.of(), visit.receiveNow(10, LONG));
            visit.send("d");
            equal("d", visit.receiveOne(LONG).body());
        }, Promise.PURGE_AT_ONCE, Promise.EXACT_COUNT);
    }

    private void leasing() {
        fact("whatIsLeasedIsHiddenUntilTheLeaseEnds", visit -> {
            String id = visit.send("a");
            Delivery<String, String> first = visit.receiveOne(visit.units(2));
            equal(List.of(), visit.receiveNow(10, LONG));
            visit.pass(visit.units(2));
            Delivery<String, String> second = visit.receiveOne(LONG);
            equal(id, second.id());
            equal("a", second.body());
            equal(2, second.deliveryCount());
            equal(first.enqueuedAt(), second.enqueuedAt());
            isTrue(!first.receipt().equals(second.receipt()), "both have one receipt");
        });
        fact("anOldReceiptIsRefusedOnceTheLeaseHasEnded", visit -> {
            visit.send("a");
            Delivery<String, String> late = visit.receiveOne(visit.units(1));
            visit.pass(visit.units(1));
            equal(AckStatus.LEASE_ENDED, late.acknowledge());
            equal(AckStatus.LEASE_ENDED, late.nack());
            equal(AckStatus.LEASE_ENDED, late.extend(LONG));
            equal(false, late.isFinalized());
            equal("a", visit.receiveOne(LONG).body());
        }, Promise.EXACT_LEASES);
        fact("anOldReceiptIsRefusedOnceTheMessageIsWithAnother", visit -> {
            visit.send("a");
            Delivery<String, String> late = visit.receiveOne(visit.units(1));
            visit.pass(visit.units(1));
            Delivery<String, String> present = visit.receiveOne(LONG);
            equal(AckStatus.LEASE_ENDED, late.acknowledge());
            equal(AckStatus.LEASE_ENDED, visit.mailbox.acknowledge(late.receipt()));
            equal(AckStatus.DONE, visit.mailbox.acknowledge(present.receipt()));
        }, Promise.EXACT_LEASES);
        fact("leasesThatEndComeBackAtTheTailTheEarliestFirst", visit -> {
            visit.send("a");
            visit.send("b");
            visit.send("c");
            visit.receiveOne(visit.units(2));
            visit.receiveOne(visit.units(1));
            visit.pass(visit.units(2));
            equal(List.of("c", "b", "a"), Visit.bodies(visit.receiveNow(10, LONG)));
        }, Promise.FIFO);
        fact("aLeaseCanBeExtendedFromNowOn", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(visit.units(2));
            visit.pass(visit.units(1));
            equal(AckStatus.DONE, got.extend(visit.units(3)));
            visit.pass(visit.units(2));
            equal(List.of(), visit.receiveNow(1, LONG));
            equal(false, got.isFinalized());
            equal(AckStatus.DONE, got.acknowledge());
        });
        fact("aLeaseCanBeShortened", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(AckStatus.DONE, got.extend(visit.units(1)));
            visit.pass(visit.units(1));
            equal(2, visit.receiveOne(LONG).deliveryCount());
        });
    }

    private void settling() {
        fact("anAcknowledgedMessageIsGone", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(visit.units(1));
            equal(AckStatus.DONE, got.acknowledge());
            equal(true, got.isFinalized());
            visit.pass(visit.units(2));
            equal(List.of(), visit.receiveNow(1, LONG));
        });
        fact("aReceiptWorksOnce", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(AckStatus.DONE, got.acknowledge());
            equal(AckStatus.LEASE_ENDED, got.acknowledge());
            equal(AckStatus.LEASE_ENDED, got.nack());
            equal(AckStatus.LEASE_ENDED, got.extend(LONG));
        }, Promise.RECEIPTS_DIE);
        fact("aNackGivesTheMessageBackAtOnce", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(AckStatus.DONE, got.nack());
            equal(true, got.isFinalized());
            equal(2, visit.receiveOne(LONG).deliveryCount());
        });
        fact("aNackGoesToTheTail", visit -> {
            visit.send("a");
            visit.send("b");
            equal(AckStatus.DONE, visit.receiveOne(LONG).nack());
            equal(List.of("b", "a"), Visit.bodies(visit.receiveNow(10, LONG)));
        }, Promise.FIFO);
        fact("aNackWithADelayHidesTheMessageThatLong", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(AckStatus.DONE, got.nack(visit.units(2)));
            visit.pass(visit.units(1));
            equal(List.of(), visit.receiveNow(1, LONG));
            visit.pass(visit.units(1));
            equal(2, visit.receiveOne(LONG).deliveryCount());
        });
        fact("aDelayedMessageIsInNobodysHands", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(AckStatus.DONE, got.nack(visit.units(2)));
            equal(AckStatus.LEASE_ENDED, got.acknowledge());
            equal(AckStatus.LEASE_ENDED, got.extend(LONG));
        }, Promise.RECEIPTS_DIE);
    }

    private void waiting() {
        fact("aReceiverThatWaitsIsWokenByASend", visit -> {
            var waits = visit.receiveLater(1, LONG, LONG);
            visit.send("a");
            equal("a", Visit.one(waits.get(GUARD_SECONDS, TimeUnit.SECONDS)).body());
        });
        fact("aReceiverThatWaitsIsWokenByANack", visit -> {
            visit.send("a");
            Delivery<String, String> held = visit.receiveOne(LONG);
            var waits = visit.receiveLater(1, LONG, LONG);
            equal(AckStatus.DONE, held.nack());
            equal(2, Visit.one(waits.get(GUARD_SECONDS, TimeUnit.SECONDS)).deliveryCount());
        });
        fact("aReceiverThatWaitsIsWokenByTheEndOfALease", visit -> {
            visit.send("a");
            visit.receiveOne(visit.units(2));
            var waits = visit.receiveLater(1, LONG, LONG);
            visit.pass(visit.units(2));
            equal(2, Visit.one(waits.get(GUARD_SECONDS, TimeUnit.SECONDS)).deliveryCount());
        });
        fact("aReceiverThatWaitsIsWokenByTheEndOfADelay", visit -> {
            visit.send("a");
            equal(AckStatus.DONE, visit.receiveOne(LONG).nack(visit.units(2)));
            var waits = visit.receiveLater(1, LONG, LONG);
            visit.pass(visit.units(2));
            equal(2, Visit.one(waits.get(GUARD_SECONDS, TimeUnit.SECONDS)).deliveryCount());
        });
        fact("aReceiverThatWaitsGoesEmptyWhenItsTimeIsOver", visit -> {
            var waits = visit.receiveLater(1, LONG, visit.units(1));
            visit.pass(visit.units(1));
            equal(List.of(), waits.get(GUARD_SECONDS, TimeUnit.SECONDS));
        });
        fact("aReceiverOfABatchGoesWithTheFirst", visit -> {
            var waits = visit.receiveLater(10, LONG, LONG);
            visit.send("a");
            equal(List.of("a"), Visit.bodies(waits.get(GUARD_SECONDS, TimeUnit.SECONDS)));
        });
        fact("aCloseWakesEverybodyAndNothingIsHandedOutAfterIt", visit -> {
            var first = visit.receiveLater(1, LONG, LONG);
            var second = visit.receiveLater(5, LONG, LONG);
            visit.mailbox.close();
            equal(List.of(), first.get(GUARD_SECONDS, TimeUnit.SECONDS));
            equal(List.of(), second.get(GUARD_SECONDS, TimeUnit.SECONDS));
            visit.send("a");
            equal(List.of(), visit.receiveNow(1, LONG));
            equal(true, visit.mailbox.isClosed());
            visit.mailbox.close();
        });
        fact("whatIsInFlightCanBeSettledAfterAClose", visit -> {
            visit.send("a");
            Delivery<String, String> held = visit.receiveOne(LONG);
            visit.mailbox.close();
            equal(AckStatus.DONE, held.extend(LONG));
            equal(AckStatus.DONE, held.acknowledge());
        });
        fact("anInterruptEndsAWaitAndTakesNothing", visit -> {
            Thread me = Thread.currentThread();
            var waits = new Object() {
                volatile boolean isInterrupted;
            };
            Thread waiter = Thread.ofVirtual().start(() -> {
                try {
                    var _ = visit.mailbox.receive(1, LONG, LONG);
                } catch (InterruptedException e) {
                    waits.isInterrupted = true;
                }
            });
            Visit.awaitRest(waiter);
            waiter.interrupt();
            waiter.join(Duration.ofSeconds(GUARD_SECONDS));
            equal(true, waits.isInterrupted);
            equal(false, me.isInterrupted());
            visit.send("a");
            equal("a", visit.receiveOne(LONG).body());
        });
        fact("eachMessageGoesToOneOfSeveralReceivers", visit -> {
            List<CompletableFuture<List<Delivery<String, String>>>> waits = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                waits.add(visit.receiveLater(1, LONG, LONG));
            }
            Set<String> sent = new HashSet<>();
            for (int i = 0; i < 4; i++) {
                sent.add(visit.send("m" + i));
            }
            Set<String> got = new HashSet<>();
            for (var each : waits) {
                got.add(Visit.one(each.get(GUARD_SECONDS, TimeUnit.SECONDS)).id());
            }
            equal(sent, got);
        });
    }

    private void replying() {
        fact("repliesGoToTheAddressUntilTheDeliveryIsSettled", visit -> {
            Mailbox<String, String> replies = visit.replies();
            isTrue(visit.mailbox.send("ask", replies) instanceof Sent, "not sent");
            Delivery<String, String> got = visit.receiveOne(LONG);
            isTrue(got.reply("one") instanceof Sent, "not replied");
            isTrue(got.reply("two") instanceof Sent, "not replied");
            equal(AckStatus.DONE, got.acknowledge());
            equal(NotReplied.FINALIZED, got.reply("three"));
            Set<String> answers = new HashSet<>();
            answers.add(Visit.one(replies.receive(1, LONG, visit.units(5))).body());
            answers.add(Visit.one(replies.receive(1, LONG, visit.units(5))).body());
            equal(Set.of("one", "two"), answers);
            equal(List.of(), replies.receive(1, LONG, Duration.ZERO));
        });
        fact("withoutAnAddressThereIsNoReply", visit -> {
            visit.send("tell");
            Delivery<String, String> got = visit.receiveOne(LONG);
            equal(NotReplied.NO_ADDRESS, got.reply("?"));
            equal(AckStatus.DONE, got.acknowledge());
            equal(NotReplied.FINALIZED, got.reply("?"));
        });
        fact("theAddressIsTheSameAtEachDelivery", visit -> {
            Mailbox<String, String> replies = visit.replies();
            isTrue(visit.mailbox.send("ask", replies) instanceof Sent, "not sent");
            equal(AckStatus.DONE, visit.receiveOne(LONG).nack());
            Delivery<String, String> got = visit.receiveOne(LONG);
            Mailbox<String, ?> to = got.replyTo();
            isTrue(to != null && to.name().equals(replies.name()), "another address: " + to);
        });
    }

    private void badInput() {
        fact("aNegativeLeaseIsRefusedAlsoOnAClosedMailbox", visit -> {
            var negative = Duration.ofSeconds(-1);
            fails(IllegalArgumentException.class, "PT-1S", v -> v.receiveNow(1, negative), visit);
            fails(IllegalArgumentException.class, "PT-1S", v -> equal(List.of(), v.mailbox.receive(1, LONG, negative)), visit);
            visit.mailbox.close();
            fails(IllegalArgumentException.class, "PT-1S", v -> v.receiveNow(1, negative), visit);
        });
        fact("aNegativeDelayIsRefusedAndTheDeliveryIsAsItWas", visit -> {
            visit.send("a");
            Delivery<String, String> got = visit.receiveOne(LONG);
            var negative = Duration.ofSeconds(-1);
            fails(IllegalArgumentException.class, "PT-1S", v -> equal(AckStatus.DONE, got.nack(negative)), visit);
            fails(IllegalArgumentException.class, "PT-1S", v -> equal(AckStatus.DONE, got.extend(negative)), visit);
            equal(false, got.isFinalized());
            equal(AckStatus.DONE, got.acknowledge());
        });
        fact("aLeaseBeyondTheLimitIsRefused", visit -> {
            Duration longest = visit.mailbox.traits().longestLease();
            if (longest != null) {
                Duration beyond = longest.plusSeconds(1);
                fails(IllegalArgumentException.class, beyond.toString(), v -> v.receiveNow(1, beyond), visit);
            } else {
                visit.send("a");
                equal(AckStatus.DONE, visit.receiveOne(Duration.ofDays(365_000)).acknowledge());
            }
        });
        fact("aBatchIsTakenToBeOneToTen", visit -> {
            for (int i = 0; i < 12; i++) {
                visit.send("m" + i);
            }
            equal(1, visit.mailbox.receive(0, LONG, visit.units(5)).size());
            equal(1, visit.mailbox.receive(-3, LONG, visit.units(5)).size());
            int rest = visit.mailbox.receive(99, LONG, visit.units(5)).size();
            isTrue(rest <= 10 && rest >= 1, "a batch of " + rest);
        });
        fact("whatIsNoReceiptIsRefused", visit -> {
            fails(IllegalArgumentException.class, "nonsense", v -> equal(AckStatus.DONE, v.mailbox.acknowledge("nonsense")),
                    visit);
            fails(IllegalArgumentException.class, "nonsense", v -> equal(AckStatus.DONE, v.mailbox.nack("nonsense", LONG)),
                    visit);
            fails(IllegalArgumentException.class, "nonsense",
                    v -> equal(AckStatus.DONE, v.mailbox.extend("nonsense", LONG)), visit);
        });
        fact("aReceiptOfAnotherMailboxIsRefused", visit -> {
            Mailbox<String, String> other = visit.replies();
            isTrue(other.send("a") instanceof Sent, "not sent");
            Delivery<String, String> foreign = Visit.one(other.receive(1, LONG, visit.units(5)));
            fails(IllegalArgumentException.class, foreign.receipt(),
                    v -> equal(AckStatus.DONE, v.mailbox.acknowledge(foreign.receipt())), visit);
            equal(AckStatus.DONE, foreign.acknowledge());
        });
    }
}
