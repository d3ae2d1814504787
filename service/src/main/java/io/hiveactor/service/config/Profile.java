package io.hiveactor.service.config;

/** Values of {@code mailbox.profile}. A micronode stores in memory only unless {@code amnesia.enabled} is false. */
public enum Profile {
    MACRONODE, MICRONODE
}
