package io.hiveactor.service;

import io.hiveactor.service.config.LogLevel;
import io.hiveactor.service.observe.Event;
import io.hiveactor.service.observe.EventLog;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Makes log lines of libraries lines of the service's log, so that standard error has one form. */
final class RuntimeLog extends Handler {
    private final EventLog log;
    private final Formatter text = new SimpleFormatter();

    private RuntimeLog(EventLog log) {
        this.log = log;
    }

    /** Replaces the handlers of the root logger. */
    static void install(EventLog log) {
        Logger root = Logger.getLogger("");
        for (Handler old : root.getHandlers()) {
            root.removeHandler(old);
        }
        root.addHandler(new RuntimeLog(log));
    }

    @Override
    public void publish(LogRecord line) {
        LogLevel level = line.getLevel().intValue() >= Level.SEVERE.intValue()
                ? LogLevel.ERROR
                : line.getLevel().intValue() >= Level.WARNING.intValue() ? LogLevel.WARN : LogLevel.DEBUG;
        Throwable thrown = line.getThrown();
        String reason = text.formatMessage(line) + (thrown == null ? "" : ": " + thrown);
        log.line(level, Event.RUNTIME).reason(reason).write();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
