package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.LinkStatus;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which crashes are logged. */
class CrashLogTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final Puppet watcher = new Puppet(runtime, ActorConfig.named("watcher").onShard(0));
    private final Log log = new Log();

    @BeforeEach
    void listen() throws ReflectiveOperationException {
        log.listen("ALL");
    }

    @AfterEach
    void nothingIsLeft() throws ReflectiveOperationException {
        Leftovers.assertNone(runtime);
        log.listen("OFF");
    }

    private static final class Boom extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final Boom boom = new Boom();

    private final ActorBody crashing = self -> {
        self.sleep(ofMillis(1));
        throw boom;
    };

    private final ActorConfig doomed = ActorConfig.named("doomed").onShard(1);

    @Test
    void oneThatNobodyHearsOfIsLoggedWithNameReasonAndException() {
        runtime.hive().spawn(crashing, doomed);
        runtime.advance(ofMillis(1));
        assertEquals(1, log.texts.size(), log.texts.toString());
        assertTrue(log.texts.getFirst().contains("doomed") && log.texts.getFirst().contains("CRASH"),
                log.texts.getFirst());
        assertSame(boom, log.thrown.getFirst());
    }

    @Test
    void oneThatSomebodyIsLinkedToIsNot() {
        var victim = runtime.hive().spawn(crashing, doomed);
        assertEquals(LinkStatus.LINKED, watcher.does(self -> self.link(victim)));
        runtime.advance(ofMillis(1));
        assertSame(boom, watcher.nextExit(0).cause());
        assertEquals(List.of(), log.texts);
    }

    @Test
    void oneThatSomebodyMonitorsIsNot() {
        var victim = runtime.hive().spawn(crashing, doomed);
        long number = watcher.monitors(victim);
        runtime.advance(ofMillis(1));
        assertSame(boom, watcher.nextExit(number).cause());
        assertEquals(List.of(), log.texts);
    }

    @Test
    void oneWhoseMonitorWasTakenAwayIs() {
        var victim = runtime.hive().spawn(crashing, doomed);
        long number = watcher.monitors(victim);
        assertTrue(watcher.succeeds(self -> self.demonitor(number)));
        runtime.advance(ofMillis(1));
        assertSame(boom, log.thrown.getFirst());
    }

    @Test
    void exitsAndKillsAreNoCrashes() {
        var killed = runtime.hive().spawn(crashing, doomed);
        runtime.runUntilBlocked();
        assertTrue(runtime.hive().kill(killed));
        runtime.hive().spawn((ActorBody) self -> {}, doomed);
        runtime.advance(ofMillis(1));
        assertEquals(List.of(), log.texts);
    }

    /**
     * What the runtime logs. By reflection: the module under test does not read the one of {@code java.util.logging}.
     */
    private static final class Log {
        final List<String> texts = new ArrayList<>();
        final List<Throwable> thrown = new ArrayList<>();
        private final List<Object> keptFromCollection = new ArrayList<>();

        void listen(String level) throws ReflectiveOperationException {
            Class<?> logger = Class.forName("java.util.logging.Logger");
            Class<?> levels = Class.forName("java.util.logging.Level");
            Class<?> filter = Class.forName("java.util.logging.Filter");
            Object ours = logger.getMethod("getLogger", String.class).invoke(null, "io.hiveactor.runtime");
            keptFromCollection.add(ours);
            logger.getMethod("setLevel", levels)
                    .invoke(ours, levels.getMethod("parse", String.class).invoke(null, level));
            logger.getMethod("setFilter", filter).invoke(ours, Proxy.newProxyInstance(
                    filter.getClassLoader(), new Class<?>[] {filter}, (proxy, method, arguments) -> keep(arguments[0])));
        }

        /** By the filter: false, so that nobody prints it. */
        private boolean keep(Object logRecord) throws ReflectiveOperationException {
            Method text = logRecord.getClass().getMethod("getMessage");
            texts.add((String) text.invoke(logRecord));
            thrown.add((Throwable) logRecord.getClass().getMethod("getThrown").invoke(logRecord));
            return false;
        }
    }
}
