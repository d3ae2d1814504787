package io.hiveactor.mailbox.sqs;

/** So does a FIFO queue of many groups: across groups there is no order. */
class FifoQueueContractTest extends SqsContract {
    FifoQueueContractTest() {
        super(".fifo");
    }
}
