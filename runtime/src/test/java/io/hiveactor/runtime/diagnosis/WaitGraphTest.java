package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WaitGraphTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final Identity C = new Identity("c", 3);

    private static WaitGraph graph(ActorView... actors) {
        return new WaitGraph(new Diagnosis(Someone.hive(actors), List.of(), List.of()));
    }

    private static List<WaitGraph.Edge> edges(Wait wait) {
        return graph(Someone.named(A).waits(wait).seen()).edges();
    }

    @Test
    void anEdgeSaysWhatIsWaitedFor() {
        assertEquals(List.of(new WaitGraph.Edge("n1", "n2", "news")), edges(new Wait.Expected(B, false)));
        assertEquals(List.of(new WaitGraph.Edge("n1", "n1", "tick")), edges(new Wait.Tick()));
        assertEquals(List.of(new WaitGraph.Edge("n1", "n2", "occupant"), new WaitGraph.Edge("n1", "n3", "occupant")),
                edges(new Wait.Occupant(new Identity("seat", 9), B, C)));
        assertEquals(List.of(new WaitGraph.Edge("n1", "n2", "serve"), new WaitGraph.Edge("n1", "n3", "serve")),
                edges(new Wait.Served("room on app:log", List.of(B, C))));
        assertEquals(List.of(new WaitGraph.Edge("n1", "n2", "one of: answer"),
                new WaitGraph.Edge("n1", "n3", "one of: message")),
                edges(new Wait.FirstOf(List.of(new Wait.Answer(B), new Wait.From(C, false, "messages")))));
    }

    @Test
    void whoWaitsForNobodyInParticularIsLeftOut() {
        var graph = graph(Someone.named(A).waits(new Wait.AnyMessage("messages")).seen(),
                Someone.named(B).waits(new Wait.FirstOf(List.of(new Wait.Answer(C), new Wait.Time()))).seen(),
                Someone.named(C).keeps(5).seen());

        assertEquals(List.of(), graph.nodes());
        assertEquals(List.of(), graph.edges());
    }

    @Test
    void theDeadlockedComeFirstThenThoseAtRiskThenWhomTheyWaitFor() {
        ActorView a = Someone.named(A).waits(new Wait.Answer(new Identity("idle", 4))).seen();
        ActorView b = Someone.named(B).waits(new Wait.Answer(A)).seen();
        ActorView c = Someone.named(C).waits(new Wait.Answer(A)).until(1).seen();
        var deadlock =
                new Deadlock("main", Someone.AT, Deadlock.Kind.NOBODY_LEFT, List.of(), List.of(a, b), List.of(), List.of(), 0);
        var graph = new WaitGraph(new Diagnosis(Someone.hive(c, a, b), List.of(deadlock), List.of(c)));

        assertEquals(List.of("n1", "n2", "n3", "n4"), graph.nodes().stream().map(WaitGraph.Node::id).toList());
    }

    @Test
    void aNegativeNumberMakesAnIdWithoutASign() {
        var thread = new Identity("t", Long.MIN_VALUE);
        assertEquals("t9223372036854775808",
                graph(Someone.named(thread).waits(new Wait.Answer(A)).seen()).nodes().getFirst().id());
    }

    @Test
    void tooManyEdgesAreCutAndCounted() {
        List<Wait> several = new ArrayList<>();
        LongStream.rangeClosed(1, 100).forEach(number -> several.add(new Wait.Answer(new Identity("x", number))));
        ActorView[] all = LongStream.rangeClosed(1, 5).mapToObj(number -> Someone.named(new Identity("x", number))
                .waits(new Wait.FirstOf(several)).seen()).toArray(ActorView[]::new);

        assertEquals(WaitGraph.MOST_EDGES, graph(all).edges().size());
        assertEquals(List.of("not drawn: 0 more nodes, 100 more edges"), graph(all).notes().toList());
    }
}
