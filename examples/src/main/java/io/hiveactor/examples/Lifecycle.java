package io.hiveactor.examples;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MonitorResult.NoMonitor;
import io.hiveactor.runtime.TimerId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A typed actor receives timers, a future and the end of another actor as messages, and releases a file at its end. */
public final class Lifecycle {
    private Lifecycle() {}

    sealed interface Event {}

    record Beat() implements Event {}

    record PageLoaded(String text) implements Event {}

    record HelperEnded(ActorExit exit) implements Event {}

    private static final class Journal implements TypedHandler<Event> {
        private final CompletableFuture<String> page;
        private @Nullable TimerId timer;
        private int beats;

        Journal(CompletableFuture<String> page) {
            this.page = page;
        }

        @Override
        public void onStart(TypedContext<Event> self) {
            System.out.println("the file is open");
            timer = self.every(Duration.ofMillis(5), new Beat());
        }

        @Override
        public void onMessage(TypedContext<Event> self, Event event) {
            switch (event) {
                case Beat _ -> countBeat(self);
                case PageLoaded loaded -> startHelper(self, loaded.text());
                case HelperEnded(ActorExit exit) -> {
                    System.out.println(exit.actor().name() + " ended: " + exit.reason());
                    self.stop();
                }
            }
        }

        private void countBeat(TypedContext<Event> self) {
            if (++beats == 3 && timer != null) {
                self.cancel(timer);
                System.out.println("3 beats");
                self.pipeToSelf(page, (text, failure) -> new PageLoaded(text == null ? "no page" : text));
            }
        }

        private static void startHelper(TypedContext<Event> self, String text) {
            Ref<String> helper = self.spawn(String.class, (_, digits) -> Integer.parseInt(digits),
                    ActorConfig.named("helper"));
            if (self.monitor(helper, HelperEnded::new) instanceof NoMonitor reason) {
                throw new IllegalStateException("no monitor: " + reason);
            }
            helper.notify(text).orThrow(); // which is not a number
        }

        @Override
        public void onStop(ExitReason reason) {
            System.out.println("the file is closed: " + reason);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try (Hive hive = Hive.start()) {
            var page = new CompletableFuture<String>();
            Ref<Event> _ = Ref.spawn(hive, Event.class, new Journal(page));
            page.complete("the page");
            hive.join(); // until every actor has ended
        }
    }
}
