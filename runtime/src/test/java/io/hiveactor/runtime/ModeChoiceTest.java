package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which mode a hive is in, and that it says so. */
@Timeout(30)
class ModeChoiceTest {
    private static final String WHY_NOT = "a fiber could not park on this JDK";

    private final HiveConfig config = Hives.config().name("chooser").build();
    /** What the log was told of that hive, each with its level. */
    private final List<String> said = new CopyOnWriteArrayList<>();

    /** By reflection: the module under test does not read the one of {@code java.util.logging}. */
    private static final Class<?> LOGGER = load("Logger");
    private static final Class<?> LEVEL = load("Level");
    private static final Class<?> FILTER = load("Filter");

    private @Nullable Object logger;
    private @Nullable Object levelBefore;

    private static Class<?> load(String name) {
        try {
            return Class.forName("java.util.logging." + name);
        } catch (ClassNotFoundException e) {
            throw new LinkageError(name, e);
        }
    }

    @BeforeEach
    void listen() throws ReflectiveOperationException {
        logger = LOGGER.getMethod("getLogger", String.class).invoke(null, "io.hiveactor.runtime");
        levelBefore = LOGGER.getMethod("getLevel").invoke(logger);
        set("Level", LEVEL, LEVEL.getMethod("parse", String.class).invoke(null, "INFO"));
        set("Filter", FILTER, Proxy.newProxyInstance(FILTER.getClassLoader(), new Class<?>[] {FILTER},
                (proxy, method, arguments) -> keep(arguments[0])));
    }

    @AfterEach
    void listenNoMore() throws ReflectiveOperationException {
        set("Filter", FILTER, null);
        set("Level", LEVEL, levelBefore);
    }

    private void set(String what, Class<?> type, @Nullable Object value) throws ReflectiveOperationException {
        LOGGER.getMethod("set" + what, type).invoke(logger, value);
    }

    private boolean keep(Object logRecord) throws ReflectiveOperationException {
        Method text = logRecord.getClass().getMethod("getMessage");
        String message = String.valueOf(text.invoke(logRecord));
        if (message.contains("chooser")) {
            said.add(logRecord.getClass().getMethod("getLevel").invoke(logRecord) + " " + message);
        }
        return false;
    }

    @Test
    void theModeIsSaidOnceAtInfo() {
        Hives.closeClean(Hives.start(config.toBuilder()));

        assertEquals(1, said.size(), said.toString());
        String start = "INFO hive chooser starts with 2 shards in mode " + Hives.EXPECTED;
        assertTrue(said.getFirst().startsWith(start), said.toString());
    }

    @Test
    void aSelfTestThatFailsLeadsToModeBatonAndIsTheReasonGiven() {
        Hive hive = Hive.start(config, WHY_NOT);

        assertEquals(FiberMode.JDK_SCHEDULER, hive.fiberMode());
        assertEquals(List.of("INFO hive chooser starts with 2 shards in mode JDK_SCHEDULER, because " + WHY_NOT), said);
        Hives.closeClean(hive);
    }

    @Test
    void whoInsistsOnModeCarriedIsRefusedWithTheReason() {
        HiveConfig insisting = config.toBuilder().fiberMode(FiberMode.OWN_CARRIER).build();
        HiveConfig spinning = config.toBuilder().spinForever(true).build();

        assertEquals("mode OWN_CARRIER is not available: " + WHY_NOT,
                assertThrows(IllegalStateException.class, () -> Hive.start(insisting, WHY_NOT)).getMessage());
        assertEquals("spinForever needs mode OWN_CARRIER, but " + WHY_NOT,
                assertThrows(IllegalStateException.class, () -> Hive.start(spinning, WHY_NOT)).getMessage());
        assertEquals(List.of(), said);
    }
}
