package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MermaidTest {
    @Test
    void whoIsStuckAndWhoIsAtRiskHaveTheirClasses() {
        assertEquals("""
                graph LR
                  n1["a#35;1"]
                  n2["b#35;2"]
                  n3["c#35;3"]
                  n1 -->|"answer"| n2
                  n2 -->|"room"| n1
                  n3 -->|"message"| n1
                  classDef deadlocked fill:#f4a6a6,stroke:#b00000
                  class n1,n2 deadlocked
                  classDef atRisk fill:#fbe3a0,stroke:#a07000,stroke-dasharray:4
                  class n3 atRisk
                """, Pictures.deadlockAndRisk().toMermaid());
    }

    @Test
    void thePoolStandsBetweenThoseWhoWantSlotsAndThoseWhoKeepThem() {
        assertEquals("""
                graph LR
                  t1["thread main"]
                  n1["a#35;1"]
                  pool[("message pool")]
                  t1 -->|"2 slots"| pool
                  pool -->|"60 slots"| n1
                """, Pictures.pool().toMermaid());
    }

    @Test
    void whoWaitsForAChannelPointsAtThoseWhoServeIt() {
        assertEquals("""
                graph LR
                  n1["a#35;1"]
                  n2["b#35;2"]
                  n3["c#35;3"]
                  n4["idle#35;4"]
                  n1 -->|"serve"| n2
                  n2 -->|"serve"| n1
                  n3 -->|"serve"| n4
                  classDef deadlocked fill:#f4a6a6,stroke:#b00000
                  class n1,n2 deadlocked
                """, Pictures.channels().toMermaid());
    }

    @Test
    void aHiveWhereNobodyWaitsSaysSo() {
        assertEquals("""
                graph LR
                  remark[/"no actor waits for another"/]
                """, Diagnosis.of(Someone.hive()).toMermaid());
    }

    @Test
    void aNameStaysInItsQuotes() {
        String mermaid = Pictures.named("q\" [x]; `e` \n \u00e9\ud83d\ude00").toMermaid();

        assertTrue(mermaid.contains("  n1[\"q#34; #91;x#93;#59; #96;e#96; ? \u00e9#128512;#35;1\"]\n"), mermaid);
    }

    @Test
    void whatIsCutOffIsSaid() {
        String mermaid = Pictures.crowd().toMermaid();

        assertTrue(mermaid.contains("  remark[/\"not drawn#58; 60 more nodes#44; 60 more edges\"/]\n"), mermaid);
    }
}
