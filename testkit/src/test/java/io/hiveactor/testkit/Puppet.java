package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.NotifyStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An actor that does what the test tells it, and keeps a copy of whatever else it receives.
 *
 * <p><b>Threads:</b> owner only, the test's thread.
 */
final class Puppet implements Handler {
    /** Something to be done by an actor. */
    @FunctionalInterface
    interface Order<T extends @Nullable Object> {
        @CanIgnoreReturnValue
        T run(ActorContext self) throws Exception;
    }

    private final TestRuntime runtime;
    private final Deque<MessageProbe.Seen> seen = new ArrayDeque<>();
    final ActorId id;

    Puppet(TestRuntime runtime, ActorConfig config) {
        this.runtime = runtime;
        id = runtime.hive().spawn(this, config);
    }

    @Override
    public void onMessage(ActorContext context, Message message) throws Exception {
        if (message.object() instanceof Order<?> order) {
            order.run(context);
        } else {
            seen.add(MessageProbe.Seen.copyOf(message));
        }
    }

    /** Gives an order, without letting anybody run. */
    void order(Order<?> order) {
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(id, order));
    }

    /** Has something done, and everything that follows from it; what it gave. */
    @CanIgnoreReturnValue
    <T extends @Nullable Object> T does(Order<T> order) {
        var result = new ArrayList<T>();
        order(self -> result.add(order.run(self)));
        runtime.runUntilBlocked();
        assertFalse(result.isEmpty(), id + " did not come to an end of that, seed " + runtime.seed());
        return result.getFirst();
    }

    /** Has something done that says whether it was. */
    boolean succeeds(Order<Boolean> order) {
        return does(order);
    }

    /** Has something done that must fail without hurting the actor; how it failed. */
    Throwable fails(Order<?> order) {
        return does(self -> {
            try {
                return new AssertionError("did not fail, but gave " + order.run(self));
            } catch (RuntimeException e) {
                return e;
            }
        });
    }

    /** Ends, by its own code. */
    void ends(Order<?> order) {
        order(order);
        runtime.runUntilBlocked();
        assertFalse(runtime.hive().isAlive(id), "it lives on");
    }

    long monitors(ActorId target) {
        return assertInstanceOf(Monitor.class, does(self -> self.monitor(target))).number();
    }

    MessageProbe.Seen next() {
        runtime.runUntilBlocked();
        assertFalse(seen.isEmpty(), id + " has received nothing, seed " + runtime.seed());
        return seen.remove();
    }

    /** Looks at the oldest message, which must be an EXIT with a number. */
    ActorExit nextExit(long number) {
        MessageProbe.Seen message = next();
        assertEquals(MessageClass.EXIT, message.messageClass(), message.toString());
        assertEquals(number, message.correlation(), message.toString());
        assertEquals(0, message.tag());
        assertTrue(message.bytes().isEmpty());
        ActorExit exit = assertInstanceOf(ActorExit.class, message.object());
        assertEquals(exit.actor(), message.sender());
        return exit;
    }

    /** Looks at the oldest message, which must be an EXIT of a reason, with a number. */
    void expectExit(long number, ActorId actor, ExitReason reason) {
        assertEquals(new ActorExit(actor, reason, null, false), nextExit(number));
    }

    /** Looks at the oldest message, which must be news of a name. */
    void expectName(String name, ActorId owner, boolean isRegistered) {
        MessageProbe.Seen message = next();
        assertEquals(MessageClass.NAME, message.messageClass(), message.toString());
        assertEquals(new NameChange(name, owner, isRegistered), message.object());
        assertEquals(owner, message.sender());
    }

    void expect(Object object) {
        assertEquals(object, next().object());
    }

    void expectNothing() {
        runtime.runUntilBlocked();
        assertEquals(List.of(), List.copyOf(seen), "seed " + runtime.seed());
    }
}
