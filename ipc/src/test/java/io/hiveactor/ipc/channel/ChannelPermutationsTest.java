package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every namespace with every mode and every access: who may do what, and who gets a message. */
class ChannelPermutationsTest {
    private static final List<String> TARGETS = List.of("svc:x@7", "pid:7", "app:x", "app:x@7", "shared:x");
    private static final List<Integer> MODES = List.of(
            ChannelModes.RDWR, ChannelModes.FANOUT, ChannelModes.FANOUT | ChannelModes.FANOUT_DROP, ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK,
            ChannelModes.FANOUT_DROP, ChannelModes.FANOUT_BLOCK);
    private static final List<Integer> ACCESSES = List.of(0, ChannelModes.RDONLY, ChannelModes.WRONLY, ChannelModes.RDWR);

    static Stream<Arguments> all() {
        return TARGETS.stream().flatMap(target -> MODES.stream().flatMap(
                mode -> ACCESSES.stream().map(access -> Arguments.of(target, mode, access))));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aHandleDoesWhatItWasOpenedForAndEachMessageReachesItsReaders(String target, int mode, int access) {
        var t = new TestTable();
        int descriptor = t.bind(1, target, 100, mode);
        int writer = t.open(1, target, ChannelModes.WRONLY);
        int first = t.open(2, target, ChannelModes.RDONLY);
        int second = t.open(3, target, ChannelModes.RDONLY);
        int any = t.open(4, target, access);
        boolean mayWrite = access != ChannelModes.RDONLY;
        boolean mayRead = access != ChannelModes.WRONLY;

        t.send(1, writer, "m");
        boolean isFanOut = mode != ChannelModes.RDWR;
        assertEquals(isFanOut, t.state(descriptor).isFanOut());
        assertEquals("m", t.receive(2, first));
        assertEquals(isFanOut ? "m" : "NO_DATA", t.receive(3, second));
        assertEquals(mayRead ? isFanOut ? "m" : "NO_DATA" : "INVALID_HANDLE", t.receive(4, any));
        assertEquals(mayWrite ? ChannelStatus.OK : ChannelStatus.INVALID_HANDLE, t.trySend(4, any, "n"));
        assertEquals(mayWrite ? "n" : "NO_DATA", t.receive(2, first));
        assertEquals(mayWrite && isFanOut ? "n" : "NO_DATA", t.receive(3, second));
    }
}
