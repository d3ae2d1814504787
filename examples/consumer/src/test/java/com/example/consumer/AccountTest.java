package com.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.ipc.Ref;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.testkit.HiveExtension;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(HiveExtension.class)
class AccountTest {
    @Test
    void aDepositIsPartOfTheBalance(TestRuntime runtime) {
        Ref<Account.Command> account = Ref.spawn(runtime.hive(), Account.Command.class, new Account());
        assertEquals(NotifyStatus.SENT, account.notify(new Account.Deposit(70)));
        var answer = account.requestAsync(new Account.Balance(), Duration.ofSeconds(1)).toCompletableFuture();

        runtime.runUntilBlocked();

        assertEquals(70, answer.join().orThrow());
    }
}
