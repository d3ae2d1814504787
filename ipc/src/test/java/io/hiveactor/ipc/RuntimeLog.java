package io.hiveactor.ipc;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the runtime logs while it is open. By reflection: the module under test does not read the one of
 * {@code java.util.logging}.
 */
final class RuntimeLog implements AutoCloseable {
    final List<String> texts = new CopyOnWriteArrayList<>();
    private final Object logger; // a strong reference: the JDK keeps a weak one
    private final Object levelBefore;

    RuntimeLog() throws ReflectiveOperationException {
        Class<?> loggers = Class.forName("java.util.logging.Logger");
        Class<?> levels = Class.forName("java.util.logging.Level");
        logger = loggers.getMethod("getLogger", String.class).invoke(null, "io.hiveactor.runtime");
        levelBefore = loggers.getMethod("getLevel").invoke(logger);
        set("setLevel", levels, levels.getMethod("parse", String.class).invoke(null, "WARNING"));
        Class<?> filter = Class.forName("java.util.logging.Filter");
        set("setFilter", filter, Proxy.newProxyInstance(
                filter.getClassLoader(), new Class<?>[] {filter}, (proxy, method, arguments) -> keep(arguments[0])));
    }

    /** By the filter: false, so that it is not printed. */
    private boolean keep(Object logRecord) throws ReflectiveOperationException {
        Method text = logRecord.getClass().getMethod("getMessage");
        texts.add((String) text.invoke(logRecord));
        return false;
    }

    private void set(String method, Class<?> type, Object value) throws ReflectiveOperationException {
        logger.getClass().getMethod(method, type).invoke(logger, value);
    }

    @Override
    public void close() throws ReflectiveOperationException {
        set("setFilter", Class.forName("java.util.logging.Filter"), null);
        set("setLevel", Class.forName("java.util.logging.Level"), levelBefore);
    }
}
