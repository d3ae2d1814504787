package io.hiveactor.examples.orders;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Starts the order pipeline, places a few orders over HTTP, and shuts it down in order. */
public final class Orders {
    private Orders() {}

    public static void main(String[] args) throws Exception {
        var journal = new StringWriter();
        try (Hive hive = Hive.start(HiveConfig.builder().name("orders").messages(1_024).build())) {
            var pipeline = new Pipeline(hive, Orders::lookUp, () -> journal);
            pipeline.listen(hive, Duration.ofMillis(1), line -> {});
            try (var server = new OrderServer(pipeline.entrance()); var client = HttpClient.newHttpClient()) {
                for (String order : new String[] {"tea 2", "tea 0", "poison 1", "coffee 1"}) {
                    HttpResponse<String> response = client.send(HttpRequest
                            .newBuilder(URI.create("http://localhost:" + server.port() + "/orders"))
                            .POST(HttpRequest.BodyPublishers.ofString(order)).build(), HttpResponse.BodyHandlers.ofString());
                    System.out.println(order + " -> " + response.statusCode() + " " + response.body());
                }
            } // the server has answered everybody
        } // and the stages have come to rest
        System.out.print("journal:\n" + journal);
    }

    private static long lookUp(String item) throws InterruptedException {
        Thread.sleep(5); // somebody else's catalog
        return switch (item) {
            case "tea" -> 250;
            case "coffee" -> 400;
            default -> throw new IllegalArgumentException("not in the catalog: " + item);
        };
    }
}
