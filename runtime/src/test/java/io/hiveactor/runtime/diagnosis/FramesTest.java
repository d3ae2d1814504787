package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final StackTraceElement READ = frame("java.io.FileInputStream", "read");
    private static final StackTraceElement STREAM = frame("java.util.stream.Stream", "forEach");
    private static final StackTraceElement LOAD = frame("com.acme.Shop", "load");
    private static final StackTraceElement HANDLE = frame("com.acme.Shop", "onMessage");
    private static final StackTraceElement LOOP = frame("io.hiveactor.runtime.Shard", "loop");

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, type.substring(type.lastIndexOf('.') + 1) + ".java", 7);
    }

    @Test
    void aStackIsCutToItsTopAndTheUsersFrames() {
        assertEquals(
                List.of("java.io.FileInputStream.read(FileInputStream.java:7)", "com.acme.Shop.load(Shop.java:7)",
                        "com.acme.Shop.onMessage(Shop.java:7)"),
                Frames.cut(List.of(READ, LOAD, STREAM, HANDLE, LOOP)));
        assertEquals(2, Frames.cut(List.of(READ, LOOP)).size(), "nothing is cut where no frame is the user's");
        assertEquals(20, Frames.cut(Collections.nCopies(1_000, LOAD)).size());
        assertEquals(List.of(), Frames.cut(List.of()));
    }

    @Test
    void theTextOfSlowCodeShowsThatAndNothingOfTheRuntime() {
        String text = new SlowHandler(new Identity("shop", 1), 0, 120_000_000, SlowHandler.Cause.FILE_OR_NAME,
                List.of(READ, LOAD, STREAM, HANDLE, LOOP)).toString();

        assertTrue(text.contains("\tat com.acme.Shop.onMessage(Shop.java:7)"), text);
        assertFalse(text.contains("Shard.loop"), text);
        assertFalse(text.contains("Stream.forEach"), text);
    }

    @Test
    void theLineIsTheUsersIfThereIsOne() {
        assertEquals("com.acme.Shop.load(Shop.java:7)", Frames.lineOrTop(List.of(READ, LOAD)));
        assertEquals("java.io.FileInputStream.read(FileInputStream.java:7)", Frames.lineOrTop(List.of(READ, LOOP)));
        assertEquals("", Frames.lineOrTop(List.of()));
    }
}
