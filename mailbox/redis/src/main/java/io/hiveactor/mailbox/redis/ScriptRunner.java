package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.BackendException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on the server: each call once, however often the client sends it, and for a limited time.
 *
 * <p><b>Threads:</b> any thread.
 */
final class ScriptRunner {
    /** What the server is asked to do, and for whom. */
    record Call(Script script, QueueKeys keys, @Nullable Duration ttl, String what) {}

    /** The arguments of one call, which may depend on its token: never used by any other call. */
    @FunctionalInterface
    interface Arguments {
        List<String> of(String token);
    }

    /** What an answer says to the call with a token. */
    @FunctionalInterface
    interface Reading<A> {
        A of(List<Object> answer, String token);
    }

    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final BaseRedisAsyncCommands<String, String> commands;
    private final Lanes lanes = new Lanes();
    private final Duration timeout;
    private final String laneMillis;

    ScriptRunner(BaseRedisAsyncCommands<String, String> commands, Duration timeout) {
        this.commands = commands;
        this.timeout = timeout;
        // the client resends until the caller gives up, so the server need not remember a call for long after that
        laneMillis = Long.toString(timeout.plus(MEMORY).toMillis());
    }

    /** @throws BackendException if it failed, or there was no answer in time; it may then have been done all the same */
    <A> A run(Call call, Arguments arguments, Reading<A> reading) {
        Lanes.Lane lane = lanes.claim();
        try {
            long number = lane.next();
            String token = lane.name + '.' + number;
            List<String> common = List.of(
                    Long.toString(number),
                    laneMillis,
                    call.ttl == null ? "0" : Long.toString(call.ttl.toMillis()),
                    call.keys.channel);
            List<String> args = Stream.concat(common.stream(), arguments.of(token).stream()).toList();
            return reading.of(answer(call, lane, args), token);
        } finally {
            lanes.release(lane);
        }
    }

    private List<Object> answer(Call call, Lanes.Lane lane, List<String> args) {
        var script = call.script;
        var names = call.keys;
        List<String> keys = List.of(names.pending, names.invisible, names.data, names.meta, names.call(lane.name));
        try {
            return Answers.await(() -> dispatch(CommandType.EVALSHA, script.digest, keys, args), timeout, call.what);
        } catch (BackendException e) {
            if (!(e.getCause() instanceof RedisNoScriptException)) {
                throw e;
            }
            // the server has not seen the script since it started; its number is still good, since nothing was done
            return Answers.await(() -> dispatch(CommandType.EVAL, script.text, keys, args), timeout, call.what);
        }
    }

    /** Visible, in flight and delayed, in one look. */
    long count(QueueKeys keys) {
        List<String> both = List.of(keys.pending, keys.invisible);
        var answer = Answers.await(
                () -> dispatch(CommandType.EVAL, Script.COUNT, both, List.of()), timeout, "count " + keys);
        return (Long) answer.getFirst();
    }

    private RedisFuture<List<Object>> dispatch(CommandType command, String script, List<String> keys, List<String> args) {
        var all = new CommandArgs<>(StringCodec.UTF8).addValue(script).add(keys.size()).addKeys(keys).addValues(args);
        return commands.dispatch(command, new FlatAnswer(), all);
    }
}
