package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DotTest {
    @Test
    void whoIsStuckIsRedAndWhoIsAtRiskIsDashed() {
        assertEquals("""
                digraph waits {
                  rankdir=LR;
                  label="hive main: wait-for graph";
                  node [shape=box];
                  n1 [label="a#1", style=filled, fillcolor="#f4a6a6", tooltip="deadlocked"];
                  n2 [label="b#2", style=filled, fillcolor="#f4a6a6", tooltip="deadlocked"];
                  n3 [label="c#3", style="filled,dashed", fillcolor="#fbe3a0", tooltip="at risk"];
                  n1 -> n2 [label="answer"];
                  n2 -> n1 [label="room"];
                  n3 -> n1 [label="message"];
                }
                """, Pictures.deadlockAndRisk().toDot());
    }

    @Test
    void thePoolStandsBetweenThoseWhoWantSlotsAndThoseWhoKeepThem() {
        assertEquals("""
                digraph waits {
                  rankdir=LR;
                  label="hive main: wait-for graph";
                  node [shape=box];
                  t1 [label="thread main"];
                  n1 [label="a#1"];
                  pool [label="message pool", shape=cylinder];
                  t1 -> pool [label="2 slots"];
                  pool -> n1 [label="60 slots"];
                }
                """, Pictures.pool().toDot());
    }

    @Test
    void whoWaitsForAChannelPointsAtThoseWhoServeIt() {
        assertEquals("""
                digraph waits {
                  rankdir=LR;
                  label="hive main: wait-for graph";
                  node [shape=box];
                  n1 [label="a#1", style=filled, fillcolor="#f4a6a6", tooltip="deadlocked"];
                  n2 [label="b#2", style=filled, fillcolor="#f4a6a6", tooltip="deadlocked"];
                  n3 [label="c#3"];
                  n4 [label="idle#4"];
                  n1 -> n2 [label="serve"];
                  n2 -> n1 [label="serve"];
                  n3 -> n4 [label="serve"];
                }
                """, Pictures.channels().toDot());
    }

    @Test
    void aHiveWhereNobodyWaitsSaysSo() {
        assertEquals("""
                digraph waits {
                  rankdir=LR;
                  label="hive main: wait-for graph";
                  node [shape=box];
                  remark [label="no actor waits for another", shape=note];
                }
                """, Diagnosis.of(Someone.hive()).toDot());
    }

    @Test
    void aNameStaysInItsQuotes() {
        String dot = Pictures.named("q\" s\\ n\n r\r <b>&lt; [x]; \\N\\").toDot();

        assertTrue(dot.contains("[label=\"q\\\" s\\\\ n\\n r? <b>&amp;lt; [x]; \\\\N\\\\#1\""), dot);
    }

    @Test
    void whatIsCutOffIsSaid() {
        String dot = Pictures.crowd().toDot();

        assertTrue(dot.contains("  remark [label=\"not drawn: 60 more nodes, 60 more edges\", shape=note];\n"), dot);
        assertEquals(WaitGraph.MOST_NODES, dot.lines().filter(line -> line.contains("[label=\"a#")).count());
        assertTrue(dot.contains("  n260 [label=\"a#260\", style=filled"), dot); // the last one, but deadlocked
    }
}
