package io.hiveactor.service;

import io.hiveactor.service.capability.KeyFile;
import io.hiveactor.service.capability.KeyRing;
import io.hiveactor.service.capability.Minting;
import io.hiveactor.service.command.CapabilityCommands;
import io.hiveactor.service.command.CommandContext;
import io.hiveactor.service.config.ConfigException;
import io.hiveactor.service.config.ConfigHelp;
import io.hiveactor.service.config.ConfigSource;
import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.observe.EventLog;
import io.hiveactor.service.store.DataFolder;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.time.Clocks;
import io.hiveactor.service.time.Timestamps;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The command behind {@code ./hive service}: starts the message service, or runs one of its commands. */
public final class ServiceMain {
    private static final int DRAINED = 0;
    private static final int BUG = 1;
    private static final int MISCONFIGURED = 2;
    private static final int NOT_DRAINED = 3;
    private static final int STORE_UNUSABLE = 4;

    private final List<String> arguments;
    private final Clocks clocks;
    private final StoreProbe probe;
    private final PrintStream out;
    private final PrintStream err;

    ServiceMain(List<String> arguments, Clocks clocks, StoreProbe probe, PrintStream out, PrintStream err) {
        this.arguments = arguments;
        this.clocks = clocks;
        this.probe = probe;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        int code = CapabilityCommands.isCommand(arguments.isEmpty() ? "" : arguments.getFirst())
                ? CapabilityCommands.run(arguments, new CommandContext(
                        Clocks.system()::instant, System.in, System.out, System.err, System.getenv()))
                : new ServiceMain(arguments, Clocks.system(), StoreProbe.NONE, System.out, System.err).run();
        Runtime.getRuntime().halt(code); // signal handlers are ours, and nothing is left to run
    }

    /** Runs the service until a signal ends it, and returns the exit code. */
    int run() {
        if (arguments.equals(List.of("--help"))) {
            out.println(ConfigHelp.text());
            return DRAINED;
        }
        long begunNanos = clocks.monotonicNanos();
        try {
            ConfigSource source = ConfigSource.of(arguments, System.getenv());
            ServiceConfig config = source.load();
            DataFolder folder = config.amnesiaEnabled() ? null : DataFolder.open(config.store().dataDir());
            return serve(source, config, folder, begunNanos);
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return MISCONFIGURED;
        } catch (StoreException e) {
            err.println("hive service: " + e.getMessage());
            return STORE_UNUSABLE;
        } catch (IOException e) {
            err.println("hive service: " + reasonOf(e));
            return MISCONFIGURED;
        } catch (RuntimeException e) {
            e.printStackTrace(err);
            return BUG;
        }
    }

    private static String reasonOf(IOException e) {
        Throwable cause = e.getCause();
        return e.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
    }

    private int serve(ConfigSource source, ServiceConfig config, @Nullable DataFolder folder, long begunNanos)
            throws IOException, StoreException {
        Path keyFile = config.auth().macaroonPath();
        boolean isFirst = folder == null || !Files.exists(keyFile);
        KeyRing keys = isFirst ? KeyRing.create(clocks.instant()) : KeyFile.read(keyFile);
        if (isFirst && folder != null) {
            KeyFile.write(keyFile, keys);
        }
        var log = new EventLog(err, clocks::instant, config.log());
        RuntimeLog.install(log);
        var isOver = new CountDownLatch(1);
        var givenUp = new AtomicInteger();
        try (Service service = Service.start(
                new Service.Start(config, keys, folder, source.acceptLoss(), clocks, probe, log), () -> {
                    givenUp.incrementAndGet();
                    isOver.countDown();
                })) {
            announce(service, config, folder, begunNanos);
            if (isFirst) {
                printAdminCapability(keys, config);
            }
            out.flush();
            var signals = new AtomicInteger();
            Runnable end = () -> {
                if (signals.getAndIncrement() > 0) {
                    Runtime.getRuntime().halt(NOT_DRAINED); // the second one means at once
                }
                isOver.countDown();
            };
            Signals.on("TERM", end);
            Signals.on("INT", end);
            Signals.on("HUP", () -> reload(source, service, keyFile, keys));
            isOver.await();
            boolean isDrained = service.drainAndClose();
            return givenUp.get() > 0 ? BUG : isDrained ? DRAINED : NOT_DRAINED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NOT_DRAINED;
        }
    }

    private void announce(Service service, ServiceConfig config, @Nullable DataFolder folder, long begunNanos) {
        String scheme = config.tls().enabled() ? "https://" : "http://";
        out.println("hive service: ready in " + (clocks.monotonicNanos() - begunNanos) / 1_000_000 + " ms");
        String api = scheme + config.bindAddr().host() + ":" + service.ports().api();
        out.println("api " + api);
        out.println("page " + api + "/");
        out.println("metrics " + scheme + config.metricsAddr().host() + ":" + service.ports().metrics());
        out.println("store " + (folder == null ? "memory" : folder.database()));
    }

    private void printAdminCapability(KeyRing keys, ServiceConfig config) {
        Minting.Minted minted =
                Minting.mint(keys, List.of("op = *", "topic = *"), config.auth().adminTtl(), clocks.instant());
        out.println("admin capability, shown once, valid until " + minted.expiry() + ":");
        out.println(minted.token());
    }

    private void reload(ConfigSource source, Service service, Path keyFile, KeyRing keys) {
        try {
            KeyRing fresh = Files.exists(keyFile) ? KeyFile.read(keyFile) : keys;
            ServiceConfig.Reloaded reloaded = service.reload(source.load(), fresh);
            if (!reloaded.ignored().isEmpty()) {
                err.println("hive service: changed, but needs a restart: " + String.join(", ", reloaded.ignored()));
            }
        } catch (ConfigException | IOException e) {
            err.println("hive service: not reloaded at " + Timestamps.format(clocks.wallMillis()) + ": " + e.getMessage());
        }
    }
}
