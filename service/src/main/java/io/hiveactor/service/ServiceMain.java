package io.hiveactor.service;

/** Starts the message service. */
public final class ServiceMain {
    private ServiceMain() {}

    public static void main(String[] args) {}
}
