package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.ReplyStatus;

/** An actor of a hive asks a handler on its shard, one question after the other. */
final class HiveRequestReply {
    private static final Object QUESTION = new Object();
    private static final Object ANSWER = new Object();

    private HiveRequestReply() {}

    static Contestant on(FiberMode mode) {
        return new HiveMatch(HiveMatch.oneShard(mode), (hive, referee) -> {
            ActorId answerer = hive.spawn((Handler) HiveRequestReply::answer);
            return hive.spawn((ActorBody) self -> ask(self, answerer, referee));
        });
    }

    private static void answer(ActorContext self, Message question) {
        ReplyStatus status = self.reply(question, ANSWER);
        if (status != ReplyStatus.SENT) {
            throw new IllegalStateException("an answer is lost: " + status);
        }
    }

    private static void ask(ActorContext self, ActorId answerer, ActorId referee) {
        while (true) {
            for (int left = self.receive().as(Integer.class); left > 0; left--) {
                if (self.request(answerer, 0, QUESTION) instanceof NoReply<Message> none) {
                    throw new IllegalStateException("a question has no answer: " + none);
                }
            }
            sent(self.notify(referee, ANSWER));
        }
    }
}
