package io.hiveactor.service.config;

/** Values of {@code log.level}, the least important first. */
public enum LogLevel {
    TRACE, DEBUG, INFO, WARN, ERROR
}
