package io.hiveactor.service.config;

/** The configuration is wrong. The message is one whole line for stderr; the service exits with 2. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** Longest part of a value or file name that is shown. */
    private static final int SHOWN = 200;

    private ConfigException(String problem) {
        super("hive service: " + problem);
    }

    /** A key has a value it must not have; {@code must} is what the value must be. */
    static ConfigException value(String key, String value, String must) {
        return new ConfigException(shown(key) + " = " + shown(value) + ": must be " + must);
    }

    /** An argument, a key or a file is wrong as such. */
    static ConfigException about(String subject, String problem) {
        return new ConfigException(shown(subject) + ": " + shown(problem));
    }

    /** Text from outside on one line, of bounded length. */
    private static String shown(String text) {
        String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        return cut.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
    }
}
