package io.hiveactor.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InboxTest {
    private static final class Numbered extends Node {
        final int producer;
        final int number;

        Numbered(int producer, int number) {
            this.producer = producer;
            this.number = number;
        }
    }

    @Test
    @Timeout(30)
    void everyNodeArrivesOnceAndInItsProducersOrder() throws InterruptedException {
        int producers = 4;
        int each = 100_000;
        var inbox = new Inbox();
        var threads = new ArrayList<Thread>();
        for (int p = 0; p < producers; p++) {
            int producer = p;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < each; n++) {
                    inbox.push(new Numbered(producer, n));
                }
            }));
        }
        int[] next = new int[producers];
        int seen = 0;
        while (seen < producers * each) {
            Node node = inbox.takeAll();
            while (node instanceof Numbered numbered) {
                node = numbered.unlink();
                assertEquals(next[numbered.producer]++, numbered.number);
                seen++;
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(inbox.isEmpty());
        assertTrue(Arrays.stream(next).allMatch(count -> count == each));
    }
}
