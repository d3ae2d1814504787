package io.hiveactor.examples.orders;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;

/** The first stage: rejects orders that make no sense and passes the others on to be priced. */
final class Validator implements TypedHandler<Validator.Place> {
    record Place(Order order) implements Request<Place, Outcome> {}

    private final Ref<Pricer.Price> pricer;

    Validator(Ref<Pricer.Price> pricer) {
        this.pricer = pricer;
    }

    @Override
    public void onMessage(TypedContext<Place> self, Place place) {
        Order order = place.order();
        if (order.quantity() < 1) {
            self.reply(place, new Outcome.Rejected("quantity must be positive: " + order.quantity()));
        } else if (!self.forward(place, pricer, new Pricer.Price(order)).isSent()) {
            self.reply(place, new Outcome.Busy("price"));
        }
    }
}
