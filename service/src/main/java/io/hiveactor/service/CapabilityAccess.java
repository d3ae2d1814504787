package io.hiveactor.service;

import io.hiveactor.service.capability.Authority;
import io.hiveactor.service.capability.Capability;
import io.hiveactor.service.capability.Op;
import io.hiveactor.service.http.AccessCheck;
import io.hiveactor.service.http.Grant;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.Ulid;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Lets the HTTP side ask the authority. */
final class CapabilityAccess implements AccessCheck {
    private final Authority authority;

    CapabilityAccess(Authority authority) {
        this.authority = authority;
    }

    @Override
    public Verdict check(@Nullable String authorization, Op op) {
        return switch (authority.check(authorization, op)) {
            case io.hiveactor.service.capability.Granted granted -> new AccessCheck.Granted(new Allowed(granted.capability()));
            case io.hiveactor.service.capability.Denied denied -> denied(denied);
        };
    }

    @Override
    public OptionalInt revokingEpoch(String kid) {
        return authority.revokingEpoch(kid);
    }

    private static Denied denied(io.hiveactor.service.capability.Denied denied) {
        return new Denied(denied.status(), denied.reason(), denied.message(), denied.kid(), denied.capIdPrefix());
    }

    private static @Nullable Denied deniedOrNull(io.hiveactor.service.capability.@Nullable Denied denied) {
        return denied == null ? null : denied(denied);
    }

    private final class Allowed implements Grant {
        private final Capability capability;

        Allowed(Capability capability) {
            this.capability = capability;
        }

        @Override
        public Ulid capability() {
            return capability.capId();
        }

        @Override
        public Lapse lapse() {
            return capability.lapse();
        }

        @Override
        public boolean allowsTopic(String topic) {
            return capability.allowsTopic(topic);
        }

        @Override
        public @Nullable Denied checkTopic(String topic) {
            return deniedOrNull(authority.checkTopic(capability, topic));
        }

        @Override
        public @Nullable Denied checkEveryTopic() {
            return deniedOrNull(authority.checkEveryTopic(capability));
        }

        @Override
        public @Nullable Denied checkPayload(long bytes) {
            return deniedOrNull(authority.checkPayload(capability, bytes));
        }

        @Override
        public long tryTake(int cost) {
            return capability.tryTake(cost);
        }

        @Override
        public @Nullable Denied recheck() {
            return deniedOrNull(authority.recheck(capability));
        }
    }
}
