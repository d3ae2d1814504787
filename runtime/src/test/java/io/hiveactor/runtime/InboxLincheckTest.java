package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.queue.Node;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck: whatever the order in which several threads push and one takes, it is as if they had taken turns. */
@Tag("lincheck")
class InboxLincheckTest {
    @Test
    void whatIsPushedIsTakenOnceAndOldestFirst() {
        Lincheck.options()
                .threads(3)
                .sequentialSpecification(PlainList.class)
                .check(Subject.class);
    }

    @Param(name = "number", gen = IntGen.class, conf = "1:9")
    public static class Subject {
        private final Inbox inbox = new Inbox();

        @Operation(params = "number")
        public void push(int number) {
            inbox.push(new Numbered(number));
        }

        @Operation
        public boolean isEmpty() {
            return inbox.isEmpty();
        }

        @Operation(nonParallelGroup = "consumer")
        public List<Integer> takeAll() {
            var numbers = new ArrayList<Integer>();
            Node node = inbox.takeAll();
            while (node instanceof Numbered numbered) {
                node = numbered.unlink();
                numbers.add(numbered.number);
            }
            return numbers;
        }
    }

    private static final class Numbered extends Node {
        final int number;

        Numbered(int number) {
            this.number = number;
        }
    }

    public static class PlainList {
        private List<Integer> numbers = new ArrayList<>();

        public void push(int number) {
            numbers.add(number);
        }

        public boolean isEmpty() {
            return numbers.isEmpty();
        }

        public List<Integer> takeAll() {
            List<Integer> taken = numbers;
            numbers = new ArrayList<>();
            return taken;
        }
    }
}
