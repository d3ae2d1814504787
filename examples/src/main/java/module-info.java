/** Complete small programs; the guide's snippets come from here. */
module io.hiveactor.examples {
    requires io.hiveactor.bus;
    requires io.hiveactor.ipc;
    requires io.hiveactor.mailbox;
    requires io.hiveactor.mailbox.redis;
    requires io.hiveactor.runtime;
    requires io.hiveactor.testkit;
    requires java.net.http;
    requires jdk.httpserver;
    requires lettuce.core;
    requires tools.jackson.databind;
    requires embedded.redis;
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
}
