package io.hiveactor.examples.orders;

import io.hiveactor.bus.Bus;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ExitReason;
import java.io.IOException;
import java.io.Writer;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The last two stages: stores each order, answers the customer, and tells everybody who listens. */
final class Ledger implements TypedHandler<Ledger.Entry> {
    record Entry(Order order, long cents) implements Request<Entry, Outcome> {}

    /** What happened, for those who listen on the bus. */
    record Event(long number, Order order, long cents) {}

    private final Callable<Writer> journal;
    private final Bus<Event> events;
    private @Nullable Writer out;
    private long number;

    Ledger(Callable<Writer> journal, Bus<Event> events) {
        this.journal = journal;
        this.events = events;
    }

    @Override
    public void onStart(TypedContext<Entry> self) throws Exception {
        out = journal.call();
    }

    @Override
    public void onMessage(TypedContext<Entry> self, Entry entry) throws IOException {
        number++;
        Objects.requireNonNull(out).append(number + " " + entry.order() + " " + entry.cents() + "\n").flush();
        self.reply(entry, new Outcome.Accepted(number, entry.cents()));
        events.publisher(self.context()).publish(new Event(number, entry.order(), entry.cents())).orThrow();
    }

    @Override
    public void onStop(ExitReason reason) throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
