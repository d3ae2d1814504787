package io.hiveactor.service.config;

import java.util.Locale;

/** Values of {@code mailbox.profile}. A micronode stores in memory only unless {@code amnesia.enabled} is false. */
public enum Profile {
    MACRONODE, MICRONODE;

    /** As it is written in configuration and answers. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
