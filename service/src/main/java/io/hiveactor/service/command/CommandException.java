package io.hiveactor.service.command;

import org.jspecify.annotations.Nullable;

/** A command cannot do what it was asked; the message is a sentence for the user. */
final class CommandException extends Exception {
    private static final long serialVersionUID = 1;

    CommandException(@Nullable String message) {
        super(message);
    }
}
