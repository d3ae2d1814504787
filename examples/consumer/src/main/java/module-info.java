module com.example.consumer {
    requires io.hiveactor.bus;
    requires io.hiveactor.ipc;
    requires io.hiveactor.mailbox;
    requires io.hiveactor.runtime;
}
