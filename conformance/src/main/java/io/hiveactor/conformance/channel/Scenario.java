package io.hiveactor.conformance.channel;

import io.hiveactor.ipc.channel.ChannelProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One recorded run.
 *
 * @param ignored the operations whose recorded result does not count, for the design asks for another one
 */
record Scenario(String name, ChannelProfile profile, List<Recorded> operations, Set<Integer> ignored) {
    record Recorded(String operation, Fields arguments, Fields result) {}

    static Scenario of(Fields line) {
        List<Recorded> operations = new ArrayList<>();
        for (Object operation : line.list("ops")) {
            Fields fields = Fields.of(operation);
            operations.add(new Recorded(fields.text("op"), fields.object("args"), fields.object("result")));
        }
        return new Scenario(line.text("name"), profile(line.object("profile")), operations, ignored(line));
    }

    /** The reference does not limit the binds of a task. */
    private static ChannelProfile profile(Fields limits) {
        ChannelProfile profile = ChannelProfile.of(
                limits.number("max_descriptors"),
                limits.number("handle_limit_per_pid"),
                limits.number("default_capacity"),
                limits.number("tap_rate_limit"));
        return profile.withBindLimit(profile.maxDescriptors());
    }

    /** D02 is the one difference in which the recording is right. */
    private static Set<Integer> ignored(Fields line) {
        Set<Integer> ignored = new HashSet<>();
        if (line.has("differs_at") && !line.list("differs_ids").equals(List.of("D02"))) {
            line.list("differs_at").forEach(index -> ignored.add(((Long) index).intValue()));
        }
        return ignored;
    }
}
