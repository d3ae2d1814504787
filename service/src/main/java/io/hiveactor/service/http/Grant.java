package io.hiveactor.service.http;

import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.Ulid;
import org.jspecify.annotations.Nullable;

/**
 * What the capability of one request allows.
 *
 * <p><b>Threads:</b> any thread; no call waits.
 */
public interface Grant {
    /** The id of the capability. */
    Ulid capability();

    /** Whether it is still good; anything but NONE only for ACK and NACK. */
    Lapse lapse();

    boolean allowsTopic(String topic);

    /** Returns null if it allows this topic. */
    AccessCheck.@Nullable Denied checkTopic(String topic);

    /** Returns null if it allows all topics. */
    AccessCheck.@Nullable Denied checkEveryTopic();

    /** Returns null if it allows a payload of this size. */
    AccessCheck.@Nullable Denied checkPayload(long bytes);

    /** Takes tokens from its rate limits; returns 0, or the milliseconds to wait if they hold too few. */
    long tryTake(int cost);

    /** Checks revocation and expiry again; returns null if it is still good. */
    AccessCheck.@Nullable Denied recheck();
}
