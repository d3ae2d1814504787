package io.hiveactor.mailbox.sqs;

/** A standard queue keeps the contract, but for what no such queue promises. */
class StandardQueueContractTest extends SqsContract {
    StandardQueueContractTest() {
        super("");
    }
}
