package io.hiveactor.examples.orders;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;

/** The second stage: asks a catalog, which takes its time. Only the worker that asks is blocked meanwhile. */
final class Pricer implements TypedHandler<Pricer.Price> {
    record Price(Order order) implements Request<Price, Outcome> {}

    /** Knows prices, and may block. */
    interface Catalog {
        long centsOf(String item) throws Exception;
    }

    private final Catalog catalog;
    private final Ref<Ledger.Entry> ledger;

    Pricer(Catalog catalog, Ref<Ledger.Entry> ledger) {
        this.catalog = catalog;
        this.ledger = ledger;
    }

    @Override
    public void onMessage(TypedContext<Price> self, Price price) throws Exception {
        Order order = price.order();
        long cents = self.context().blocking(() -> catalog.centsOf(order.item())) * order.quantity();
        if (!self.forward(price, ledger, new Ledger.Entry(order, cents)).isSent()) {
            self.reply(price, new Outcome.Busy("persist"));
        }
    }
}
