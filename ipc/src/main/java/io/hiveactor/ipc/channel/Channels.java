package io.hiveactor.ipc.channel;

import io.hiveactor.ipc.port.ChannelTablePort;
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
 * Named channels of a hive, all of them on one shard, for every actor and every external thread.
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
 * <p>An actor is a task. It gets its pid at its first call of {@link #of}, and its handles end with it. All external
 * threads together are pid 0; each has its own limits, and what it opened ends with it. An actor on the channels' shard
 * calls them directly; for any other caller a call is a round trip, during which only the caller waits.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Channels {
    /*
     * The table belongs to one shard. Its actors call it where they run; others send a task to that shard, which runs
     * at the base of its stack, in the order in which the tasks come. A timer of that shard ends the waits that are
     * due, all of them together and in the order in which they blocked; the deadlines of the callers are a little
     * later. Listeners are user code, so an internal actor calls them.
     */
    static {
        ChannelTablePort.grant(ChannelTable::new);
    }

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

    /** Opens channels on shard 0, with {@link ChannelProfile#configured()}. */
    public static Channels open(Hive hive) {
        return open(hive, ChannelProfile.configured());
    }

    /** Opens channels on shard 0. */
    public static Channels open(Hive hive, ChannelProfile profile) {
        return new Channels(hive, profile, 0, null);
    }

    /**
     * Opens channels with a listener.
     *
     * @param shard the shard that owns them; calls of its actors are the fastest
     * @param listener receives every event in order, shortly after it happened; it may block. If 4,096 events are
     *     queued for it, later ones are dropped and counted as failures of the listener
     */
    public static Channels open(Hive hive, ChannelProfile profile, int shard, ChannelListener listener) {
        return new Channels(hive, profile, shard, listener);
    }

    /** Returns the calling actor's channel calls; repeated calls return the same instance. */
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

    /** Pids count up and are never reused. */
    private int nextPid() {
        int pid = lastPid.incrementAndGet();
        if (pid < 0) {
            lastPid.decrementAndGet();
            throw new IllegalStateException("no pid is left: " + Integer.MAX_VALUE + " actors have used these channels");
        }
        return pid;
    }

    /** Returns the channel calls of external threads, pid 0; each call blocks its thread until it has ended. */
    public ChannelClient external() {
        return outside;
    }

    /** The state of all channels at one moment. A caller that is not an actor on the channels' shard waits for it. */
    public TableSnapshot snapshot() {
        return caller().snapshot();
    }

    /** The state of one channel; empty if there is none of this number. */
    public Optional<ChannelState> describe(int descriptor) {
        return caller().describe(descriptor);
    }

    /** The counters of all tasks that have called and not ended, by pid. */
    public Map<Integer, TaskCounters> counters() {
        return caller().counters();
    }

    /** Revokes a handle of a task: calls on it, and waits, return {@code CLOSED} from now on. */
    public ChannelStatus revoke(int pid, int handle) {
        return caller().revoke(pid, handle);
    }

    /** Ends a channel even if it is in use. @return false if there is none of this number */
    public boolean shut(int descriptor) {
        return caller().shut(descriptor);
    }

    /** Ends all channels of one owner, even if they are in use. */
    public void shutAllOf(int owner) {
        caller().shutAllOf(owner);
    }

    /**
     * Sets the mode of a standard stream for tasks that register later, and optionally for those that have registered.
     */
    public void configureStdio(StdioStream stream, int mode, boolean alsoExisting) {
        caller().configureStdio(stream, mode, alsoExisting);
    }

    /** Sets the maximum number of copies per second for each tap; 0 for no limit. */
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

    /** The actor of a pid; null after it has ended, and for pid 0. */
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
