package io.hiveactor.service;

import io.hiveactor.service.capability.KeyRing;
import io.hiveactor.service.capability.Minting;
import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.observe.EventLog;
import io.hiveactor.service.store.DataFolder;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.service.time.Clocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A service in this process, on ports of its own, with an administrator's capability. */
final class TestService implements AutoCloseable {
    /** The root keys of all test services, so that tokens outlive a restart. */
    static final KeyRing KEYS = KeyRing.create(Clocks.system().instant());

    private final Service service;
    private final ByteArrayOutputStream logged;

    /** How to start one. */
    record Setup(@Nullable Path folder, Map<String, String> keys, Clocks clocks, StoreProbe probe) {
        Setup with(String key, String value) {
            Map<String, String> more = new HashMap<>(keys);
            more.put(key, value);
            return new Setup(folder, more, clocks, probe);
        }

        Setup with(Clocks other) {
            return new Setup(folder, keys, other, probe);
        }

        Setup with(StoreProbe other) {
            return new Setup(folder, keys, clocks, other);
        }

        TestService start() {
            return new TestService(this);
        }
    }

    /** On disk. */
    static Setup at(Path folder) {
        return new Setup(folder, Map.of(), Clocks.system(), StoreProbe.NONE);
    }

    static Setup inMemory() {
        return new Setup(null, Map.of("amnesia.enabled", "true"), Clocks.system(), StoreProbe.NONE);
    }

    private TestService(Setup setup) {
        logged = new ByteArrayOutputStream();
        ServiceConfig config = config(setup.keys());
        var log = new EventLog(
                new PrintStream(logged, true, StandardCharsets.UTF_8), setup.clocks()::instant, config.log());
        try {
            Path path = setup.folder();
            DataFolder folder = path == null ? null : DataFolder.open(path);
            service = Service.start(
                    new Service.Start(config, KEYS, folder, false, setup.clocks(), setup.probe(), log),
                    () -> System.err.println("actors crash too often"));
        } catch (StoreException | IOException e) {
            throw new AssertionError(e);
        }
    }

    static ServiceConfig config(Map<String, String> given) {
        Map<String, String> keys = new HashMap<>(given);
        keys.putIfAbsent("bind_addr", "127.0.0.1:0");
        keys.putIfAbsent("metrics_addr", "127.0.0.1:0");
        keys.putIfAbsent("console.port", "0");
        keys.putIfAbsent("log.level", "warn");
        keys.putIfAbsent("store.min_free", "16MiB");
        return ServiceConfig.of(keys);
    }

    Service service() {
        return service;
    }

    String logs() {
        return logged.toString(StandardCharsets.UTF_8);
    }

    /** A client that may do everything. */
    TestClient admin() {
        return client("op = *", "topic = *");
    }

    /** A client whose capability has these caveats. */
    TestClient client(String... caveats) {
        return new TestClient(service.ports().api(), mint(caveats).token());
    }

    /** A client of the second listener. */
    TestClient metrics() {
        return new TestClient(service.ports().metrics(), "none");
    }

    static Minting.Minted mint(String... caveats) {
        return Minting.mint(KEYS, List.of(caveats), Duration.ofDays(1), Clocks.system().instant());
    }

    @Override
    public void close() {
        service.close();
    }
}
