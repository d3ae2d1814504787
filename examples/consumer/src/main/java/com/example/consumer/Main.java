package com.example.consumer;

import io.hiveactor.bus.Bus;
import io.hiveactor.bus.BusConfig;
import io.hiveactor.bus.Entry;
import io.hiveactor.bus.Subscription;
import io.hiveactor.ipc.Ref;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.runtime.Hive;
import java.time.Duration;

/** Uses a little of each module. The script {@code check} compares the output. */
public final class Main {
    private static final Duration LONG = Duration.ofSeconds(30);

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        try (Hive hive = Hive.start()) {
            System.out.println("mode: " + hive.fiberMode());
            ask(hive);
            publish(hive);
        }
        lease();
    }

    private static void ask(Hive hive) {
        Ref<Account.Command> account = Ref.spawn(hive, Account.Command.class, new Account());
        System.out.println("deposit: " + account.notify(new Account.Deposit(70)));
        System.out.println("balance: " + account.request(new Account.Balance(), LONG).orThrow());
    }

    private static void publish(Hive hive) {
        try (Bus<String> events = Bus.open(hive, BusConfig.of("events", 16));
                Subscription<String> reader = events.subscribe()) {
            System.out.println("publish: " + events.publisher().tryPublish("opened"));
            System.out.println("event: " + (reader.read(LONG) instanceof Entry<String> entry ? entry.value() : "none"));
        }
    }

    private static void lease() throws InterruptedException {
        try (Mailbox<String, Void> jobs = new MemoryMailbox<>("jobs")) {
            System.out.println("send: " + jobs.send("job").getClass().getSimpleName());
            for (Delivery<String, Void> delivery : jobs.receive(1, LONG, Duration.ZERO)) {
                System.out.println("acknowledge " + delivery.body() + ": " + delivery.acknowledge());
            }
        }
    }
}
