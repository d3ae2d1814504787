package io.hiveactor.examples.orders;

import io.hiveactor.bus.Bus;
import io.hiveactor.bus.BusConfig;
import io.hiveactor.bus.Subscription;
import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Routing;
import io.hiveactor.ipc.TypedChild;
import io.hiveactor.ipc.TypedSupervisor;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.supervision.Strategy;
import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * The stages that an order goes through: validate, price, persist, notify. Each is an actor or a pool of them; a stage that
 * crashes is restarted, and the orders that wait for it are kept.
 */
final class Pipeline {
    /** At most 64 orders wait for a stage; one more gets {@link Outcome.Busy}. */
    private static final ActorConfig STAGE = ActorConfig.DEFAULT.withLimit(MailboxLimit.fail(64));

    private final Bus<Ledger.Event> events;
    private final Ref<Validator.Place> entrance;

    Pipeline(Hive hive, Pricer.Catalog catalog, Callable<Writer> journal) {
        Bus<Ledger.Event> bus = Bus.open(hive, BusConfig.of("orders", 256));
        events = bus;
        TypedChild<Ledger.Entry> ledger = TypedChild.of("persist", Ledger.Entry.class, () -> new Ledger(journal, bus))
                .keepingMailbox().withConfig(STAGE);
        TypedChild<Pricer.Price> pricer = TypedChild.withSiblings("price", Pricer.Price.class,
                siblings -> new Pricer(catalog, siblings.ref(ledger)))
                .pooled(4, Routing.leastLoaded()).withConfig(STAGE);
        TypedChild<Validator.Place> validator = TypedChild.withSiblings("validate", Validator.Place.class,
                siblings -> new Validator(siblings.ref(pricer))).withConfig(STAGE);
        entrance = TypedSupervisor.start(hive, Strategy.ONE_FOR_ONE, ledger, pricer, validator).ref(validator);
    }

    /** Where orders are placed. */
    Ref<Validator.Place> entrance() {
        return entrance;
    }

    /** Starts an actor that hears of each order at its own speed. If it is too slow, it learns how many it missed. */
    void listen(Hive hive, Duration pause, Consumer<String> out) {
        Ref<Ledger.Event> unused = Ref.spawnBody(hive, Ledger.Event.class, self -> {
            try (Subscription<Ledger.Event> subscription = events.subscribe(self.context())) {
                subscription.forEach(entry -> {
                    out.accept("order " + entry.value().number() + ", missed " + entry.missed());
                    self.sleep(pause);
                });
            }
        }, ActorConfig.named("listener"));
    }
}
