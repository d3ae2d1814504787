package io.hiveactor.bus;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * An actor's parts in the buses it uses. A part goes when the actor has neither a subscription nor a publisher there any more,
 * or, at the latest when there is another one, after its bus was closed.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
final class Members {
    private @Nullable Member first;

    private Members() {}

    /** An actor's part in a bus. The same object each time, as long as it has one. */
    static Member of(ActorContext context, BusCore core) {
        ActorPort actor = ((ActorPort.Holder) context).port();
        if (actor.hive() != core.hive) {
            throw new IllegalArgumentException(
                    context.self() + " is an actor of " + actor.hive() + ", not of " + core.hive);
        }
        Members mine = (Members) actor.attachment(Tenant.BUS);
        for (Member member = mine == null ? null : mine.first; member != null; member = member.next) {
            if (member.core == core) {
                return member;
            }
        }
        actor.enter();
        if (mine == null) {
            mine = new Members();
            actor.attach(Tenant.BUS, mine);
            actor.atEnd(mine::end);
        }
        return mine.join(new Member(core, actor, context.self(), mine));
    }

    private Member join(Member member) {
        removeClosed();
        member.next = first;
        first = member;
        return member;
    }

    private void removeClosed() {
        for (Member member = first; member != null; member = member.next) {
            if (member.core.isClosed()) {
                remove(member);
            }
        }
    }

    void remove(Member left) {
        if (first == left) {
            first = left.next;
        }
        for (Member member = first; member != null; member = member.next) {
            if (member.next == left) {
                member.next = left.next;
            }
        }
    }

    /** How many buses it knows. */
    int count() {
        int count = 0;
        for (Member member = first; member != null; member = member.next) {
            count++;
        }
        return count;
    }

    /** The actor ends. By its shard. */
    private void end() {
        for (Member member = first; member != null; member = member.next) {
            member.end();
        }
    }
}
