package io.hiveactor.runtime.diagnosis;

import java.util.stream.Collectors;

/** A wait-for graph in the language of Mermaid. */
final class Mermaid {
    private final StringBuilder out = new StringBuilder();

    private Mermaid() {}

    static String of(WaitGraph graph) {
        var mermaid = new Mermaid();
        mermaid.line("graph LR");
        graph.nodes().forEach(mermaid::node);
        if (graph.isPoolWanted()) {
            mermaid.line("  " + WaitGraph.POOL + "[(\"message pool\")]");
        }
        graph.edges().forEach(mermaid::edge);
        graph.notes().forEach(note -> mermaid.line("  remark[/" + quoted(note) + "/]"));
        mermaid.mark(graph, WaitGraph.Mark.DEADLOCKED, "deadlocked", "fill:#f4a6a6,stroke:#b00000");
        mermaid.mark(graph, WaitGraph.Mark.AT_RISK, "atRisk", "fill:#fbe3a0,stroke:#a07000,stroke-dasharray:4");
        return mermaid.out.toString();
    }

    private void node(WaitGraph.Node node) {
        boolean isResource = node.mark() == WaitGraph.Mark.RESOURCE;
        line("  " + node.id() + (isResource ? "[[" : "[") + quoted(node.label()) + (isResource ? "]]" : "]"));
    }

    private void edge(WaitGraph.Edge edge) {
        line("  " + edge.from() + " -->|" + quoted(edge.label()) + "| " + edge.to());
    }

    private void mark(WaitGraph graph, WaitGraph.Mark mark, String name, String style) {
        String ids = graph.nodes().stream().filter(node -> node.mark() == mark).map(WaitGraph.Node::id)
                .collect(Collectors.joining(","));
        if (!ids.isEmpty()) {
            line("  classDef " + name + " " + style);
            line("  class " + ids + " " + name);
        }
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> quoted.append(escaped(point)));
        return quoted.append('"').toString();
    }

    /** Mermaid looks for its own words and signs inside of quotes too, so only what is never one stays as it is. */
    private static String escaped(int point) {
        if (Character.isLetterOrDigit(point) || point == ' ' || point == '-' || point == '_' || point == '.') {
            return Character.toString(point);
        }
        return Character.isISOControl(point) ? "?" : "#" + point + ";";
    }
}
