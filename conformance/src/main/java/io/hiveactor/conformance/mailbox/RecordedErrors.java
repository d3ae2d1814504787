package io.hiveactor.conformance.mailbox;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The errors that the handlers of the recording threw. */
final class RecordedErrors {
    private RecordedErrors() {}

    static class Boom extends Exception {
        private static final long serialVersionUID = 1;

        Boom(String text) {
            super(text);
        }
    }

    static class Validation extends Exception {
        private static final long serialVersionUID = 1;

        Validation(String text) {
            super(text);
        }
    }

    static final class ValidationSub extends Validation {
        private static final long serialVersionUID = 1;

        ValidationSub(String text) {
            super(text);
        }
    }

    static final class RateLimit extends Exception {
        private static final long serialVersionUID = 1;

        RateLimit(String text) {
            super(text);
        }
    }

    static Exception make(String name, String text) {
        return switch (name) {
            case "Boom" -> new Boom(text);
            case "Validation" -> new Validation(text);
            case "ValidationSub" -> new ValidationSub(text);
            case "RateLimit" -> new RateLimit(text);
            default -> throw new IllegalArgumentException("an error of an unknown name: " + name);
        };
    }

    static Set<Class<? extends Throwable>> classes(JsonNode names) {
        Set<Class<? extends Throwable>> classes = new HashSet<>();
        for (JsonNode each : names) {
            classes.add(make(each.asString(), "").getClass());
        }
        return classes;
    }
}
