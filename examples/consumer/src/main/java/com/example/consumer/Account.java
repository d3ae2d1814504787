package com.example.consumer;

import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;

/** An actor that keeps a balance. */
final class Account implements TypedHandler<Account.Command> {
    sealed interface Command {}

    record Deposit(int amount) implements Command {}

    record Balance() implements Command, Request<Command, Integer> {}

    private int balance;

    @Override
    public void onMessage(TypedContext<Command> self, Command command) {
        switch (command) {
            case Deposit deposit -> balance += deposit.amount();
            case Balance question -> self.reply(question, balance);
        }
    }
}
