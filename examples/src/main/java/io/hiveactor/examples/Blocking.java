package io.hiveactor.examples;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/** Handlers wait for a future, a lock, a sleep and a file, and their one shard goes on meanwhile. */
public final class Blocking {
    private Blocking() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Files.createTempFile("hive-example", ".txt");
        Files.writeString(file, "what the file says");
        var config = HiveConfig.builder().shards(1).build();
        try (Hive hive = Hive.start(config); ExternalInbox inbox = hive.openInbox()) {
            waitForFutureAndLock(hive, inbox);
            sleep(hive, inbox);
            readFile(hive, inbox, file);
        } finally {
            Files.delete(file);
        }
    }

    private static void waitForFutureAndLock(Hive hive, ExternalInbox inbox) throws InterruptedException {
        var future = new CompletableFuture<String>();
        var lock = new ReentrantLock();
        ActorId joiner = hive.spawn((context, question) -> {
            String value = context.blocking(future::join);
            answer(context, question, value);
        });
        ActorId locker = hive.spawn((context, question) -> {
            String value = context.blocking(() -> locked(lock));
            answer(context, question, value);
        });
        ActorId neighbour = hive.spawn((context, question) -> answer(context, question, "the shard goes on"));

        lock.lock();
        try {
            ask(inbox, joiner);
            ask(inbox, locker);
            ask(inbox, neighbour);
            System.out.println(inbox.receive().object()); // the neighbour's answer: the other two wait
            future.complete("the future is complete");
            System.out.println(inbox.receive().object());
        } finally {
            lock.unlock();
        }
        System.out.println(inbox.receive().object());
    }

    private static String locked(ReentrantLock lock) {
        lock.lock();
        try {
            return "the lock was free";
        } finally {
            lock.unlock();
        }
    }

    private static void sleep(Hive hive, ExternalInbox inbox) throws InterruptedException {
        ActorId sleeper = hive.spawn((context, question) -> {
            String value = context.blocking(() -> {
                Thread.sleep(20);
                return "the sleep is over";
            });
            answer(context, question, value);
        });
        ask(inbox, sleeper);
        System.out.println(inbox.receive().object());
    }

    private static void readFile(Hive hive, ExternalInbox inbox, Path file) throws InterruptedException {
        ActorId reader = hive.spawn((context, question) -> {
            String text = context.offload(() -> Files.readString(file));
            answer(context, question, text);
        });
        ask(inbox, reader);
        System.out.println(inbox.receive().object());
    }

    private static void ask(ExternalInbox inbox, ActorId actor) {
        requireSent(inbox.notifyTag(actor, 0));
    }

    private static void answer(ActorContext context, Message question, String text) {
        requireSent(context.notify(question.sender(), text));
    }

    private static void requireSent(NotifyStatus status) {
        if (status != NotifyStatus.SENT) {
            throw new IllegalStateException("not sent: " + status);
        }
    }
}
