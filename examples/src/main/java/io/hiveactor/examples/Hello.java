package io.hiveactor.examples;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.NotifyStatus;

public final class Hello {
    public static void main(String[] args) {
        NotifyStatus status;
        try (Hive hive = Hive.start()) {
            ActorId greeter = hive.spawn((context, name) -> System.out.println("hello " + name.object()));
            status = hive.notify(greeter, "world");
        } // waits until the greeter has nothing left to do
        System.out.println(status);
    }
}
