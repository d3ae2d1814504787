package io.hiveactor.bench.service;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * ActiveMQ Artemis with a journal of files that is synced before each answer. Its buffer waits 0.2 ms for further
 * writes; the default of 3.3 ms limits a single connection to about 270 sends per second. Prints its port.
 */
final class ArtemisMain {
    private static final long BUFFER_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private ArtemisMain() {}

    public static void main(String[] args) throws Exception {
        int port = freePort();
        Path folder = Path.of(args[0]);
        var config = new ConfigurationImpl();
        config.setPersistenceEnabled(true).setSecurityEnabled(false).setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalSyncTransactional(true).setJournalSyncNonTransactional(true)
                .setJournalBufferTimeout_NIO((int) BUFFER_NANOS)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port + "?protocols=CORE");
        new EmbeddedActiveMQ().setConfiguration(config).start();
        System.out.println(port);
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
