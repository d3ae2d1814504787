package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * Admits requests of one shard, or refuses them, and passes them on to the committer. Never waits.
 *
 * <p>It counts what the committer has not answered yet, per topic, so that one topic cannot take all places.
 */
final class ShardWorker implements TypedHandler<Intake> {
    private static final long RETRY_MS = 1_000;

    private final EngineSettings settings;
    private final Ref<Commit> committer;
    private final AnswerRate answered;
    private final Map<String, Integer> openByTopic = new HashMap<>();
    private int open;

    ShardWorker(EngineSettings settings, Ref<Commit> committer) {
        this.settings = settings;
        this.committer = committer;
        answered = new AnswerRate();
    }

    @Override
    public void onStart(TypedContext<Intake> self) {
        Monitor monitor = self.monitor(committer, exit -> new Intake.CommitterEnded()).orThrow();
        assert monitor != null;
    }

    @Override
    public void onMessage(TypedContext<Intake> self, Intake message) {
        switch (message) {
            case Intake.Work work ->
                admit(self, work, work.topic(), new Commit.Work(work.topic(), work.operations(), self.ref()));
            case Intake.Receive receive -> {
                String topic = receive.poll().receive().topic();
                admit(self, receive, topic, new Commit.Receive(receive.poll(), self.ref()));
            }
            case Intake.Answered done -> {
                done.topics().forEach(this::close);
                answered.add(self.context().nowNanos(), done.topics().values().stream().mapToInt(n -> n).sum());
            }
            case Intake.CommitterEnded ended -> {
                openByTopic.clear();
                open = 0;
            }
        }
    }

    private void admit(
            TypedContext<Intake> self, Request<Intake, Answer> request, String topic, Request<Commit, Answer> passedOn) {
        long share = Math.max(1, Math.round(settings.topicShare() * settings.shardCapacity()));
        if (open >= settings.shardCapacity()) {
            refuse(self, request, Answer.Busy.FullQueue.SHARD_BUSY);
        } else if (openByTopic.getOrDefault(topic, 0) >= share) {
            refuse(self, request, Answer.Busy.FullQueue.TOPIC_SHARE);
        } else if (self.forward(request, committer, passedOn) != NotifyStatus.SENT) {
            refuse(self, request, Answer.Busy.FullQueue.SHARD_BUSY);
        } else {
            open++;
            openByTopic.merge(topic, 1, Integer::sum);
        }
    }

    private void refuse(TypedContext<Intake> self, Request<Intake, Answer> request, Answer.Busy.FullQueue queue) {
        double perSecond = answered.perSecond(self.context().nowNanos());
        long waitMs = perSecond < 1 ? RETRY_MS : (long) Math.ceil(1_000 * open / perSecond);
        self.reply(request, new Answer.Busy(queue, waitMs));
    }

    private void close(String topic, int count) {
        Integer now = openByTopic.get(topic);
        if (now != null) {
            int closed = Math.min(now, count);
            open -= closed;
            if (now == closed) {
                openByTopic.remove(topic);
            } else {
                openByTopic.put(topic, now - closed);
            }
        }
    }
}
