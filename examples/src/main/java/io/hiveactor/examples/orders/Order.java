package io.hiveactor.examples.orders;

/** What a customer wants, and how many of it. */
record Order(String item, int quantity) {}
