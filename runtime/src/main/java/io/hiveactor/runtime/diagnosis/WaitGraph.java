package io.hiveactor.runtime.diagnosis;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who waits for whom, small enough to be drawn.
 *
 * <p><b>Threads:</b> owner only while it is made, immutable after that.
 */
final class WaitGraph {
    /*
     * Larger pictures can be neither read nor drawn: Mermaid refuses more than 500 edges, or 50000 characters. Nodes are
     * added in the order of their interest (deadlocked, at risk, waiting and waited for, keeping slots), so it is the end
     * that is cut off.
     */
    static final int MOST_NODES = 200;

    static final int MOST_EDGES = 400;

    /** Of resources that no wait is on. */
    static final int MOST_QUIET_RESOURCES = 20;

    /** How a node is drawn. */
    enum Mark {
        DEADLOCKED,
        AT_RISK,
        RESOURCE,
        PLAIN
    }

    /** An actor, a thread or a resource. */
    record Node(String id, String label, Mark mark) {}

    /** One waits for the other; the label says for what. */
    record Edge(String from, String to, String label) {}

    static final String POOL = "pool";

    private final Diagnosis diagnosis;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();
    private final Set<Long> deadlocked;
    private final Set<Long> atRisk;
    private final Resources resources;
    private boolean isPoolWanted;
    /** Resources that are not drawn. */
    private final int quietResources;

    WaitGraph(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
        List<ActorView> stuck = diagnosis.deadlocks().stream().flatMap(each -> each.members().stream()).toList();
        deadlocked = numbers(stuck);
        atRisk = numbers(diagnosis.risks());
        resources = diagnosis.snapshot().resources();
        List<ActorView> waiters = new ArrayList<>(stuck);
        waiters.addAll(diagnosis.risks());
        waiters.forEach(each -> node(each.identity()));
        waiters.addAll(diagnosis.snapshot().oldestWaiters(Integer.MAX_VALUE));
        waiters.stream().filter(each -> Waits.isParticular(each.waitsFor())).forEach(this::connect);
        diagnosis.snapshot().actors().stream().filter(each -> !Waits.isParticular(each.waitsFor()))
                .forEach(each -> connectToResources(each, each.waitsFor()));
        diagnosis.snapshot().externalWaits().forEach(this::connect);
        if (isPoolWanted) {
            diagnosis.snapshot().poolHolders(Integer.MAX_VALUE).forEach(this::keeper);
        }
        quietResources = drawResources();
    }

    String hive() {
        return diagnosis.snapshot().hive();
    }

    /** Those that are drawn; the pool is none of them. */
    List<Node> nodes() {
        return nodes.values().stream().limit(MOST_NODES).toList();
    }

    /** Those that are drawn: between nodes that are. */
    List<Edge> edges() {
        Set<String> drawn = nodes().stream().map(Node::id).collect(Collectors.toSet());
        drawn.add(POOL);
        return edges.stream().filter(each -> drawn.contains(each.from()) && drawn.contains(each.to()))
                .limit(MOST_EDGES).toList();
    }

    boolean isPoolWanted() {
        return isPoolWanted;
    }

    /** What is to be said besides, in a node of its own: that there is nothing, or that there is more. */
    Stream<String> notes() {
        if (nodes.isEmpty()) {
            return Stream.of("no actor waits for another");
        }
        int hiddenNodes = nodes.size() - nodes().size() + quietResources;
        int hiddenEdges = edges.size() - edges().size();
        return hiddenNodes + hiddenEdges == 0 ? Stream.of()
                : Stream.of("not drawn: " + hiddenNodes + " more nodes, " + hiddenEdges + " more edges");
    }

    // ---- how it is made ----

    private static Set<Long> numbers(List<ActorView> some) {
        return some.stream().map(each -> each.identity().number()).collect(Collectors.toSet());
    }

    private void connect(ActorView each) {
        connect(each, each.waitsFor(), "");
    }

    private void connect(ActorView each, Wait wait, String choice) {
        String from = node(each.identity());
        switch (wait) {
            case Wait.FirstOf(var several) -> several.forEach(one -> connect(each, one, "one of: "));
            case Wait.Slots slots -> {
                isPoolWanted = true;
                edges.add(new Edge(from, POOL, choice + Lines.count(slots.wanted(), "slot")));
            }
            case Wait.Tick _ -> edges.add(new Edge(from, from, choice + "tick"));
            case Wait.Answer _ -> toTargets(from, wait, choice + "answer");
            case Wait.Room _ -> toTargets(from, wait, choice + "room");
            case Wait.From _ -> toTargets(from, wait, choice + "message");
            case Wait.Expected _ -> toTargets(from, wait, choice + "news");
            case Wait.Occupant _ -> toTargets(from, wait, choice + "occupant");
            case Wait.Served _ -> toTargets(from, wait, choice + "serve");
            case Wait.On on -> {
                edges.add(new Edge(from, node(on.resource()), choice + on.need() + times(each)));
                connect(each, on.means(), choice);
            }
            case Wait.Nothing _, Wait.AnyMessage _, Wait.Time _, Wait.Unknown _ -> {}
        }
    }

    /** Of an external thread: since when it waits, and until when. */
    private String times(ActorView each) {
        if (!ActorText.isOutside(each)) {
            return "";
        }
        long at = diagnosis.snapshot().atNanos();
        return ", for " + Span.of(at - each.sinceNanos())
                + (each.hasDeadline() ? ", " + Span.of(each.deadlineNanos() - at) + " left" : ", no deadline");
    }

    private void toTargets(String from, Wait wait, String label) {
        Waits.targets(wait).forEach(target -> edges.add(new Edge(from, node(target), label)));
    }

    /** Who could be woken by anybody is drawn only if it waits on a resource. */
    private void connectToResources(ActorView each, Wait wait) {
        switch (wait) {
            case Wait.On(var resource, var need, var _) ->
                    edges.add(new Edge(node(each.identity()), node(resource), need));
            case Wait.FirstOf(var several) -> several.forEach(one -> connectToResources(each, one));
            case Wait.Nothing _, Wait.AnyMessage _, Wait.Tick _, Wait.From _, Wait.Room _, Wait.Slots _, Wait.Answer _,
                    Wait.Occupant _, Wait.Expected _, Wait.Served _, Wait.Time _, Wait.Unknown _ -> {}
        }
    }

    /** With numbers for those that are described, whether a wait is on them or not. @return how many are left out */
    private int drawResources() {
        int quiet = 0;
        for (ResourceView each : resources.fullest()) {
            String id = id(each.resource());
            boolean isQuiet = !nodes.containsKey(id);
            quiet += isQuiet ? 1 : 0;
            if (!isQuiet || quiet <= MOST_QUIET_RESOURCES) {
                nodes.put(id, new Node(id, each.toString(), Mark.RESOURCE));
            }
        }
        return resources.others() + Math.max(0, quiet - MOST_QUIET_RESOURCES);
    }

    private String node(Resource resource) {
        String id = id(resource);
        nodes.putIfAbsent(id, new Node(id, resource.toString(), Mark.RESOURCE));
        return id;
    }

    private static String id(Resource resource) {
        return resource.kind().word() + resource.number();
    }

    private void keeper(ActorView each) {
        edges.add(new Edge(POOL, node(each.identity()), Lines.count(each.slots(), "slot")));
    }

    @CanIgnoreReturnValue
    private String node(Identity identity) {
        // no sign and no quotes: what both languages take as an id, and never one of their words
        String id = identity.number() < 0 ? "t" + Long.toString(identity.number()).substring(1) : "n" + identity.number();
        nodes.putIfAbsent(id, new Node(id, identity.toString(), mark(identity)));
        return id;
    }

    private Mark mark(Identity identity) {
        return deadlocked.contains(identity.number()) ? Mark.DEADLOCKED
                : atRisk.contains(identity.number()) ? Mark.AT_RISK : Mark.PLAIN;
    }
}
