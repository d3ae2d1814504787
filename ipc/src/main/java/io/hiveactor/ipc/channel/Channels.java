package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.ShardTimer;
import io.hiveactor.runtime.port.Tenant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The channels of a hive: all of them live on one shard, and every actor and every thread can use them.
 *
 * <pre>{@code
 * Channels channels = Channels.open(hive);
 *
 * // an actor
 * ChannelClient me = channels.of(self);
 * Channel<Reading> telemetry = me.bind("shared:telemetry", Reading.CODEC, ChannelOptions.fanOutDrop(4096));
 * ChannelStatus sent = telemetry.send(reading);
 * }</pre>
 *
 * <p>An actor is a task with a pid, which it gets when it first asks; its handles end with it. External threads are pid 0,
 * all of them together; each has limits of its own, and what it opened ends with it. An actor of the channels' own shard calls them directly; for everybody else a call is a round trip,
 * during which only the caller waits.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Channels {
    /*
     * The table belongs to one shard. Its actors call it where they run; others send a task to that shard, which runs at the
     * base of its stack, in the order in which the tasks come. A timer of that shard ends the waits that are due, all of them
     * together and in the order in which they blocked; callers' own deadlines are a little later. Listeners, which are users' code, are called by an actor of
     * the runtime's own.
     */
    final Hive hive;
    final HivePort port;
    final int shard;
    /** Owned by the shard. */
    final ChannelTable table;

    final ObservedChannels observed;
    private final OutsideTask outside;
    final AtomicInteger lastPid = new AtomicInteger();
    /** The actors that have a pid, until they end. */
    private final Map<Integer, ActorId> actors = new ConcurrentHashMap<>();

    private Channels(Hive hive, ChannelProfile profile, int shard, @Nullable ChannelListener listener) {
        this.hive = hive;
        this.shard = shard;
        port = HivePort.of(hive);
        if (shard < 0 || shard >= port.shards()) {
            throw new IllegalArgumentException(
                    hive + " has shards 0 to " + (port.shards() - 1) + ", there is no shard " + shard);
        }
        ChannelListener relay = listener == null ? null : new ListenerRelay(port, shard, listener);
        ShardTimer expiry = port.timer(shard, this::expireDue);
        table = new ChannelTable(profile, hive::nowNanos, relay, expiry::set, work -> port.errand(shard, work));
        outside = new OutsideTask(this);
        observed = new ObservedChannels(this);
        Rehearsal.run(this);
        port.observe(shard, observed);
    }

    private void expireDue() {
        table.expireDue();
    }

    /** With the profile that the system property or the environment names, on shard 0. */
    public static Channels open(Hive hive) {
        return open(hive, ChannelProfile.configured());
    }

    /** On shard 0. */
    public static Channels open(Hive hive, ChannelProfile profile) {
        return new Channels(hive, profile, 0, null);
    }

    /**
     * Opens channels that somebody watches.
     *
     * @param shard on which they live; its actors are the fastest users
     * @param listener told of everything, a little later, in its order; it may block. If it is too slow for 4,096 events, the
     *     rest is counted as a failure of the listener, and not told
     */
    public static Channels open(Hive hive, ChannelProfile profile, int shard, ChannelListener listener) {
        return new Channels(hive, profile, shard, listener);
    }

    /** The calls of an actor. The same object each time. */
    public ChannelClient of(ActorContext context) {
        ActorPort actor = ((ActorPort.Holder) context).port();
        if (actor.hive() != hive) {
            throw new IllegalArgumentException(context.self() + " is an actor of " + actor.hive() + ", not of " + hive);
        }
        ActorTask first = (ActorTask) actor.attachment(Tenant.CHANNELS);
        for (ActorTask task = first; task != null; task = task.next) {
            if (task.channels == this) {
                return task;
            }
        }
        actor.enter();
        var task = new ActorTask(this, actor, nextPid(), first);
        actor.atEnd(task);
        actors.put(task.pid, context.self());
        actor.attach(Tenant.CHANNELS, task);
        return task;
    }

    /** Numbers count up and are not used again, so an old number never means another actor. */
    private int nextPid() {
        int pid = lastPid.incrementAndGet();
        if (pid < 0) {
            lastPid.decrementAndGet();
            throw new IllegalStateException("no pid is left: " + Integer.MAX_VALUE + " actors have used these channels");
        }
        return pid;
    }

    /** The calls of threads outside, which block the thread that makes them. They are pid 0. */
    public ChannelClient outside() {
        return outside;
    }

    /** All channels at one moment. From an actor of another shard, or a thread, it waits for the answer. */
    public TableSnapshot snapshot() {
        return caller().snapshot();
    }

    /** One channel as it is; empty if there is none of this number. */
    public Optional<ChannelState> describe(int descriptor) {
        return caller().describe(descriptor);
    }

    /** By pid, of all who have called and not ended. */
    public Map<Integer, TaskCounters> counters() {
        return caller().counters();
    }

    /** Takes the use of a handle from its pid, as when programs are loaded anew: it gives {@code CLOSED} from now on. */
    public ChannelStatus revoke(int pid, int handle) {
        return caller().revoke(pid, handle);
    }

    /** Ends a channel, whoever uses it. @return false if there is none of this number */
    public boolean shut(int descriptor) {
        return caller().shut(descriptor);
    }

    /** Ends all channels of one owner, as after its end when programs are loaded anew. */
    public void shutAllOf(int owner) {
        caller().shutAllOf(owner);
    }

    /** Sets the mode of a standard stream for tasks to come, and for those that are there if wanted. */
    public void configureStdio(StdioStream stream, int mode, boolean alsoExisting) {
        caller().configureStdio(stream, mode, alsoExisting);
    }

    /** From now on, at most so many copies a second for each tap; 0 for no limit. */
    public void limitTaps(int copiesPerSecond) {
        if (copiesPerSecond < 0) {
            throw new IllegalArgumentException("tap rate limit must not be negative: " + copiesPerSecond);
        }
        caller().limitTaps(copiesPerSecond);
    }

    private ChannelClient caller() {
        ActorContext current = hive.current();
        return current == null ? outside : of(current);
    }

    /** The actor of a pid; null if there is none any more, and for threads outside. */
    public @Nullable ActorId actor(int pid) {
        return actors.get(pid);
    }

    /** For reports; null as {@link #actor}. */
    @Nullable Identity identity(int pid) {
        ActorId id = actors.get(pid);
        return id == null ? null : new Identity(id.name(), id.number());
    }

    void forget(int pid) {
        actors.remove(pid);
    }
}
