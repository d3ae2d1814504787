package io.hiveactor.service.capability;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a root key is used for: ACTIVE -> VERIFY -> RETIRED. */
public enum KeyState {
    /** Mints new tokens and verifies. A key ring has at most one. */
    ACTIVE,
    /** Verifies tokens that were minted before a rotation. */
    VERIFY,
    /** Settles leases for 12 hours from its retirement, and does nothing else. */
    RETIRED;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** The name in the keys file. */
    public String wire() {
        return wire;
    }

    static @Nullable KeyState parse(String wire) {
        for (KeyState state : values()) {
            if (state.wire.equals(wire)) {
                return state;
            }
        }
        return null;
    }
}
