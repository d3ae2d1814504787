package io.hiveactor.bench;

import io.hiveactor.bench.service.HistogramLog;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command behind {@code ./hive bench}. */
@Command(name = "hive bench", mixinStandardHelpOptions = true,
        description = "Measures the runtime beside its peers: a workload in one process, and all of them in turns.")
public final class Bench implements Callable<Integer> {
    private static final int LEAST_ROUNDS = 9;
    private static final int LEAST_QUICK_ROUNDS = 3;
    private static final int LEAST_MESSAGES = 2_000;
    private static final String ROWS = "--rows";
    private static final String HISTOGRAMS = "--histograms";
    /** Held here, or its level would be lost with it. */
    private static final Logger RUNTIME_LOG = Logger.getLogger("io.hiveactor.runtime");

    @Spec
    @SuppressWarnings("NullAway.Init") // by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "workloads and groups; all of them if none is named")
    private List<String> names = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "also write the results as JSON, and latencies of paced"
            + " loads to FILE.hlog")
    private @Nullable Path json;

    @Option(names = "--quick", description = "at most 60 seconds a workload")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds of each contestant, at least 9, or 3 with"
            + " --quick (default: ${DEFAULT-VALUE})")
    private int rounds = LEAST_ROUNDS;

    @Option(names = "--only", paramLabel = "SYSTEM", split = ",", description = "only these systems")
    private List<String> only = List.of();

    @Option(names = "--actors", paramLabel = "N",
            description = "actors in the memory workloads (default: ${DEFAULT-VALUE})")
    private int actors = Catalog.IDLE_ACTORS;

    @Option(names = "--messages", paramLabel = "N",
            description = "most messages the service holds in service-depth (default: ${DEFAULT-VALUE})")
    private int messages = Catalog.STORED_MESSAGES;

    /** Where a process of its own leaves its histograms; beside the JSON. */
    @Option(names = HISTOGRAMS, hidden = true)
    private @Nullable Path histograms;

    /** Where a process of its own leaves the results of its workload. */
    @Option(names = ROWS, hidden = true)
    private @Nullable Path rows;

    public static void main(String[] args) {
        RUNTIME_LOG.setLevel(Level.WARNING); // that a hive starts is no news in the middle of a table
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        require(rounds >= (quick ? LEAST_QUICK_ROUNDS : LEAST_ROUNDS),
                "--rounds must be at least " + LEAST_ROUNDS + ", or " + LEAST_QUICK_ROUNDS + " with --quick: " + rounds);
        require(actors > 0, "--actors must be positive: " + actors);
        require(messages >= LEAST_MESSAGES, "--messages must be at least " + LEAST_MESSAGES + ": " + messages);
        if (json != null) {
            histograms = Path.of(json + ".hlog");
            Files.deleteIfExists(histograms);
        }
        var catalog = new Catalog(actors, messages, new HistogramLog(histograms));
        var workloads = new LinkedHashSet<String>();
        for (String name : names.isEmpty() ? catalog.names() : names) {
            try {
                workloads.addAll(catalog.workloads(name));
            } catch (IllegalArgumentException unknown) {
                throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()), unknown);
            }
        }
        checkSystems(catalog, workloads);
        if (rows != null) {
            Files.write(rows, measure(catalog, workloads));
            return 0;
        }
        System.out.printf("%-24s %-20s %12s %9s %10s   %s%n",
                "workload", "system", "ns/op", "to best", "B/op", "rounds from, to");
        List<String> results = workloads.size() == 1 ? measure(catalog, workloads) : measureApart(catalog, workloads);
        if (json != null) {
            Files.writeString(json, results.stream()
                    .collect(Collectors.joining(",\n  ", "{\"results\":[\n  ", "\n]}\n")));
        }
        return 0;
    }

    /** In this process. */
    private List<String> measure(Catalog catalog, Set<String> workloads) throws InterruptedException {
        var results = new ArrayList<String>();
        for (String workload : workloads) {
            var measured = new Rounds(rounds, limit(), Bench::progress).measure(entries(catalog, workload));
            double best = measured.stream().mapToDouble(Result::median).min().orElse(1);
            progress("");
            measured.forEach(result -> System.out.println(result.toRow(best)));
            measured.forEach(result -> results.add(result.toJson()));
        }
        return results;
    }

    /** Each in a process of its own: what others have taught the compiler must have no part in a workload's figures. */
    private List<String> measureApart(Catalog catalog, Set<String> workloads) throws InterruptedException, IOException {
        var results = new ArrayList<String>();
        for (String workload : workloads) {
            List<Entry> entries = entries(catalog, workload);
            if (!entries.isEmpty()) {
                System.out.flush();
                results.addAll(new OwnProcess(Bench.class).run(arguments(workload, entries)));
            }
        }
        return results;
    }

    private List<String> arguments(String workload, List<Entry> entries) {
        String systems = entries.stream().map(Entry::system).collect(Collectors.joining(","));
        var arguments = new ArrayList<>(List.of(workload, "--only", systems, "--rounds", String.valueOf(rounds),
                "--actors", String.valueOf(actors), "--messages", String.valueOf(messages)));
        if (histograms != null) {
            arguments.add(HISTOGRAMS);
            arguments.add(histograms.toString());
        }
        if (quick) {
            arguments.add("--quick");
        }
        arguments.add(ROWS);
        return arguments;
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private void checkSystems(Catalog catalog, Set<String> workloads) {
        Set<String> systems = workloads.stream().flatMap(workload -> catalog.entries(workload).stream()).map(Entry::system)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String system : only) {
            require(systems.contains(system), "--only: no system " + system + " takes part, but " + systems);
        }
    }

    private List<Entry> entries(Catalog catalog, String workload) {
        return catalog.entries(workload).stream()
                .filter(entry -> only.isEmpty() || only.contains(entry.system()))
                .toList();
    }

    private long limit() {
        return quick ? TimeUnit.SECONDS.toNanos(50) : Long.MAX_VALUE;
    }

    @SuppressWarnings("SystemConsoleNull") // null by its type, whatever newer JDKs give
    private static void progress(String text) {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            System.err.printf("\r\u001b[K%s", text);
        }
    }
}
