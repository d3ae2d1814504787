package io.hiveactor.testkit;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Names;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.ReserveResult;
import io.hiveactor.runtime.SpawnResult;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may register and unregister names, and how many there can be. */
class NameRightsTest {
    private static final int MAX_NAMES = 2000;
    private static final String LONGEST = "n".repeat(Names.MAX_LENGTH);

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).maxNames(MAX_NAMES).build(), TestRuntime.freshSeed());
    private final Names names = runtime.hive().names();
    private final Puppet owner = new Puppet(runtime, ActorConfig.named("owner").onShard(0));
    private final Puppet other = new Puppet(runtime, ActorConfig.named("other").onShard(1));

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    @Test
    void anActorChangesItsOwnNamesOnly() {
        assertEquals(RegisterStatus.REGISTERED, owner.does(self -> self.register("a")));
        assertEquals(RegisterStatus.REGISTERED, owner.does(self -> names.register("b", self.self())));
        assertEquals(owner.id, names.find("a"));

        assertRefused(other.fails(self -> names.unregister("a", owner.id)));
        assertRefused(other.fails(self -> names.register("c", owner.id)));
        assertFalse(other.succeeds(self -> self.unregister("a")));
        assertEquals(RegisterStatus.TAKEN, other.does(self -> self.register("a")));
        assertEquals(owner.id, names.find("a"));
        assertNull(names.find("c"));

        assertTrue(owner.succeeds(self -> self.unregister("a")));
        assertFalse(owner.succeeds(self -> self.unregister("a")));
        assertTrue(owner.succeeds(self -> names.unregister("b", self.self())));
        assertEquals(0, names.size());
    }

    private void assertRefused(Throwable thrown) {
        String message = assertInstanceOf(IllegalArgumentException.class, thrown).getMessage();
        assertTrue(message.contains(owner.id.toString()) && message.contains(other.id.toString()), message);
    }

    @Test
    void codeThatHoldsTheHiveChangesAll() {
        assertEquals(RegisterStatus.REGISTERED, names.register("a", owner.id));
        assertEquals(RegisterStatus.REGISTERED, names.register("b", other.id));
        assertTrue(names.unregister("a", owner.id));
        assertTrue(names.unregister("b", other.id));
    }

    @Test
    void aNameThatIsTooLongIsRefusedWithItsLength() {
        String tooLong = LONGEST + "n";
        ActorConfig config = ActorConfig.named(tooLong).registered();
        Handler idle = (self, message) -> {};
        Stream<Throwable> refusals = Stream.of(
                assertThrows(IllegalArgumentException.class, () -> names.register(tooLong, owner.id)),
                assertThrows(IllegalArgumentException.class, () -> runtime.hive().spawn(idle, config)),
                owner.fails(self -> self.register(tooLong)),
                owner.fails(self -> self.watchName(tooLong)),
                owner.fails(self -> self.reserveId(tooLong)));
        assertEquals(1, refusals.map(Throwable::getMessage).collect(toSet()).size());
        String message = owner.fails(self -> self.register(tooLong)).getMessage();
        assertTrue(message.contains("255") && message.contains("256") && message.length() < 200, message);
        assertNull(names.find(tooLong), "a look-up finds nothing");
        assertEquals(2, runtime.hive().stats().actors());
        assertEquals(RegisterStatus.REGISTERED, owner.does(self -> self.register(LONGEST)));
    }

    private static List<RegisterStatus> fill(ActorContext self, String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> self.register(prefix + i)).distinct().toList();
    }

    @Test
    void anActorHasAtMost1024Names() {
        assertEquals(List.of(RegisterStatus.REGISTERED), owner.does(self -> fill(self, "a", Names.MAX_PER_ACTOR)));
        assertEquals(RegisterStatus.TOO_MANY, owner.does(self -> self.register("more")));
        assertEquals(RegisterStatus.TOO_MANY, names.register("more", owner.id));
        assertEquals(RegisterStatus.TAKEN, owner.does(self -> self.register("a0")));
        assertEquals(RegisterStatus.REGISTERED, other.does(self -> self.register("more")));
        assertTrue(owner.succeeds(self -> self.unregister("a0")));
        assertEquals(RegisterStatus.REGISTERED, owner.does(self -> self.register("one")));
    }

    @Test
    void anActorWatchesAtMost1024Names() {
        assertTrue(owner.succeeds(self ->
                IntStream.range(0, Names.MAX_PER_ACTOR).allMatch(i -> self.watchName("w" + i))));
        Throwable refused = owner.fails(self -> self.watchName("more"));
        assertTrue(assertInstanceOf(IllegalStateException.class, refused).getMessage().contains("1024"), refused::toString);
    }

    @Test
    void aHiveHasAtMostMaxNames() {
        assertEquals(List.of(RegisterStatus.REGISTERED), owner.does(self -> fill(self, "a", 1000)));
        assertEquals(List.of(RegisterStatus.REGISTERED), other.does(self -> fill(self, "b", 1000)));
        assertEquals(RegisterStatus.TOO_MANY, owner.does(self -> self.register("more")));
        assertEquals(ReserveResult.NotReserved.TOO_MANY_NAMES, owner.does(self -> self.reserveId("more")));
        Handler idle = (self, message) -> {};
        ActorConfig config = ActorConfig.named("more").registered();
        assertEquals(SpawnResult.NoActor.TOO_MANY_NAMES, runtime.hive().trySpawn(idle, config));
        var thrown = assertThrows(IllegalStateException.class, () -> runtime.hive().spawn(idle, config));
        assertTrue(String.valueOf(thrown.getMessage()).contains("maxNames is 2000"), thrown.getMessage());
        assertTrue(names.unregister("a7", owner.id));
        assertInstanceOf(ActorId.class, runtime.hive().trySpawn(idle, config));
        assertEquals(MAX_NAMES, names.size());
    }
}
