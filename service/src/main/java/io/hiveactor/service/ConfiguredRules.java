package io.hiveactor.service;

import io.hiveactor.service.config.ServiceConfig;
import io.hiveactor.service.config.TopicPolicy;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicRules;

/** Rules of the queues as the configuration sets them. */
final class ConfiguredRules {
    private ConfiguredRules() {}

    static Rules of(ServiceConfig config) {
        ServiceConfig.Mailbox mailbox = config.mailbox();
        return new Rules(
                topic -> of(config.topics().policyOf(topic)),
                mailbox.readyShards(),
                mailbox.globalInflight(),
                mailbox.dedupCapacity(),
                mailbox.dlqCapacity(),
                mailbox.topicMax(),
                config.store().maxBytes(),
                mailbox.backoffBase().toMillis(),
                mailbox.backoffMax().toMillis(),
                config.topics().shortestReadyTime().toMillis());
    }

    private static TopicRules of(TopicPolicy policy) {
        return new TopicRules(
                policy.topicClass(),
                policy.tReplay().toMillis(),
                policy.maxAttempts(),
                policy.capacity(),
                policy.readySeconds().toMillis(),
                policy.dlqSeconds().toMillis(),
                policy.inflightFactor());
    }
}
