package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMatch;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.SelectResult;
import java.time.Duration;

/** A desk takes its mail in the order that suits it, and then waits for three things at once. */
public final class SelectiveReceive {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int LETTER = 1;
    private static final int PARCEL = 2;
    private static final int URGENT = 3;
    private static final int ROUTINE = 4;
    private static final int WEATHER = 5;

    private SelectiveReceive() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start()) {
            ActorId forecaster = hive.spawn((context, question) -> {
                ReplyStatus told = context.reply(question, "sunny");
                if (told != ReplyStatus.SENT) {
                    throw new IllegalStateException("nobody wants to know: " + told);
                }
            });
            ActorId _ = hive.spawn(context -> {
                sortMail(context);
                doWhatComesFirst(context, forecaster);
            });
        }
    }

    private static void sortMail(ActorContext context) {
        ActorId desk = context.self();
        ActorId alice = context.spawn(self -> {
            post(self, desk, LETTER, "Alice's first letter");
            post(self, desk, LETTER, "Alice's second letter");
            post(self, desk, PARCEL, "Alice's parcel");
        }, ActorConfig.named("alice"));
        ActorId bob = context.spawn(self -> post(self, desk, LETTER, "Bob's letter"), ActorConfig.named("bob"));

        MessageFilter fromBob = MessageFilter.any().from(bob);
        MessageFilter parcels = MessageFilter.any().tag(PARCEL);
        MessageFilter seconds = MessageFilter.any().from(alice)
                .where(message -> message.as(String.class).contains("second"));
        print(context.receive(fromBob, LONG));
        print(context.receive(parcels, LONG));
        print(context.receive(seconds, LONG));
        print(context.tryReceive(parcels));
        print(context.receive());
    }

    private static void doWhatComesFirst(ActorContext context, ActorId forecaster) {
        PendingReply<Message> weather = switch (context.startRequest(forecaster, WEATHER, "today", LONG)) {
            case PendingReply<Message> pending -> pending;
            case NoReply<Message> none -> throw new IllegalStateException("not asked: " + none);
        };
        post(context, context.self(), ROUTINE, "water the plants");
        post(context, context.self(), URGENT, "put out the fire");

        MessageFilter urgent = MessageFilter.any().tag(URGENT);
        MessageFilter routine = MessageFilter.any().tag(ROUTINE);
        for (int i = 0; i < 3; i++) {
            String next = switch (context.select(LONG, urgent, routine, weather)) {
                case SelectResult.Received(int _, Message message) -> "to do: " + message.object();
                case SelectResult.Ready _ -> "the weather: " + forecast(weather);
                case SelectResult.Nothing nothing -> nothing.toString();
            };
            System.out.println(next);
        }
    }

    private static String forecast(PendingReply<Message> weather) {
        return switch (weather.await()) {
            case Reply<Message> reply -> reply.value().as(String.class);
            case NoReply<Message> none -> none.reason().toString();
        };
    }

    private static void print(Matched received) {
        String text = switch (received) {
            case Message message -> message.as(String.class);
            case NoMessage none -> none.toString();
            case NoMatch never -> never.toString();
        };
        System.out.println(text);
    }

    private static void post(ActorContext context, ActorId to, int tag, String text) {
        NotifyStatus status = context.notify(to, tag, text);
        if (status != NotifyStatus.SENT) {
            throw new IllegalStateException(text + " was not sent: " + status);
        }
    }
}
