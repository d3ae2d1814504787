package io.hiveactor.service.config;

/** Values of {@code log.format}: one JSON object a line, or text for people. */
public enum LogFormat {
    JSON, TEXT
}
