package io.hiveactor.mailbox.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * A message that SQS will take.
 *
 * @param group null but for a FIFO queue
 * @param deduplicationId the same however often it is tried; null but for a FIFO queue
 * @param bytes what it counts for
 */
record Outgoing(
        String text,
        Map<String, MessageAttributeValue> attributes,
        @Nullable String group,
        @Nullable String deduplicationId,
        int bytes) {
    private static final String STRING = "String";

    static Outgoing of(String text, @Nullable String replyTo, @Nullable String group) {
        Map<String, MessageAttributeValue> attributes = new HashMap<>();
        String body = text;
        if (text.isEmpty()) {
            body = Wire.PLACEHOLDER;
            attributes.put(Wire.EMPTY, string("true"));
        }
        if (replyTo != null) {
            attributes.put(Wire.REPLY_TO, string(replyTo));
        }
        int bytes = size(body);
        for (var each : attributes.entrySet()) {
            bytes += size(each.getKey()) + size(STRING) + size(each.getValue().stringValue());
        }
        return new Outgoing(body, attributes, group, group == null ? null : UUID.randomUUID().toString(), bytes);
    }

    private static int size(String text) {
        return text.getBytes(UTF_8).length;
    }

    private static MessageAttributeValue string(String value) {
        return MessageAttributeValue.builder().dataType(STRING).stringValue(value).build();
    }

    SendMessageRequest request(String url) {
        return SendMessageRequest.builder()
                .queueUrl(url)
                .messageBody(text)
                .messageAttributes(attributes)
                .messageGroupId(group)
                .messageDeduplicationId(deduplicationId)
                .build();
    }

    SendMessageBatchRequestEntry entry(String id) {
        return SendMessageBatchRequestEntry.builder()
                .id(id)
                .messageBody(text)
                .messageAttributes(attributes)
                .messageGroupId(group)
                .messageDeduplicationId(deduplicationId)
                .build();
    }
}
