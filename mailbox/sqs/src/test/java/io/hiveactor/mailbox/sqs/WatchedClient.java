package io.hiveactor.mailbox.sqs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SqsRequest;
import software.amazon.awssdk.services.sqs.model.SqsResponse;

/** A client that notes what it is asked, and can be told to answer otherwise than the server would. */
final class WatchedClient implements InvocationHandler {
    /** Answers in place of the server. */
    interface Stand {
        /** Null if the server is to answer. */
        SqsResponse answer(SqsRequest request);
    }

    private final SqsClient real;
    private final SqsClient watched =
            (SqsClient) Proxy.newProxyInstance(SqsClient.class.getClassLoader(), new Class<?>[] {SqsClient.class}, this);
    private final List<SqsRequest> asked = new CopyOnWriteArrayList<>();
    private volatile Stand stand = _ -> null;

    WatchedClient(SqsClient real) {
        this.real = real;
    }

    SqsClient client() {
        return watched;
    }

    void standIn(Stand newStand) {
        stand = newStand;
    }

    Stand stand() {
        return stand;
    }

    <Q extends SqsRequest> List<Q> asked(Class<Q> type) {
        return asked.stream().filter(type::isInstance).map(type::cast).toList();
    }

    int count() {
        return asked.size();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (arguments.length == 1 && arguments[0] instanceof Consumer<?>) {
            return InvocationHandler.invokeDefault(proxy, method, arguments); // builds the request, and comes back with it
        }
        var request = (SqsRequest) arguments[0];
        asked.add(request);
        SqsResponse instead = stand.answer(request);
        try {
            return instead == null ? method.invoke(real, arguments) : instead;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
