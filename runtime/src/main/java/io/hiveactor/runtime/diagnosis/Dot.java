package io.hiveactor.runtime.diagnosis;

/** A wait-for graph in the language of Graphviz. */
final class Dot {
    private final StringBuilder out = new StringBuilder();

    private Dot() {}

    static String of(WaitGraph graph) {
        var dot = new Dot();
        dot.line("digraph waits {");
        dot.line("  rankdir=LR;");
        dot.line("  label=" + quoted("hive " + graph.hive() + ": wait-for graph") + ";");
        dot.line("  node [shape=box];");
        graph.nodes().forEach(dot::node);
        if (graph.isPoolWanted()) {
            dot.line("  " + WaitGraph.POOL + " [label=\"message pool\", shape=cylinder];");
        }
        graph.edges().forEach(dot::edge);
        graph.notes().forEach(note -> dot.line("  remark [label=" + quoted(note) + ", shape=note];"));
        dot.line("}");
        return dot.out.toString();
    }

    private void node(WaitGraph.Node node) {
        String style = switch (node.mark()) {
            case DEADLOCKED -> ", style=filled, fillcolor=\"#f4a6a6\", tooltip=\"deadlocked\"";
            case AT_RISK -> ", style=\"filled,dashed\", fillcolor=\"#fbe3a0\", tooltip=\"at risk\"";
            case RESOURCE -> ", shape=cds";
            case PLAIN -> "";
        };
        line("  " + node.id() + " [label=" + quoted(node.label()) + style + "];");
    }

    private void edge(WaitGraph.Edge edge) {
        line("  " + edge.from() + " -> " + edge.to() + " [label=" + quoted(edge.label()) + "];");
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> quoted.append(escaped(point)));
        return quoted.append('"').toString();
    }

    private static String escaped(int point) {
        return switch (point) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\"; // a single one begins an escape of a label, such as \N for the node's name
            case '&' -> "&amp;"; // labels know the entities of HTML
            case '\n' -> "\\n";
            default -> Character.isISOControl(point) ? "?" : Character.toString(point);
        };
    }
}
