package io.hiveactor.service.capability;

import java.io.IOException;

/** The keys file cannot be used. The message is a sentence for the operator that names the file and shows no key. */
public final class KeyFileException extends IOException {
    private static final long serialVersionUID = 1;

    KeyFileException(String message) {
        super(message);
    }
}
