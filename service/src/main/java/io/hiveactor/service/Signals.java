package io.hiveactor.service;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. The class of the JDK for them is supported but not part of the Java API, so it is called by
 * reflection; a JVM without it has no signals, and ends by its default.
 */
final class Signals {
    private Signals() {}

    /**
     * Calls an action each time a signal arrives, on a thread of its own.
     *
     * @param name without SIG: TERM, INT, HUP
     * @return false if this JVM does not allow it
     */
    @CanIgnoreReturnValue
    static boolean on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    action.run();
                    yield null;
                }
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> arguments != null && proxy == arguments[0];
                default -> "handler of " + name;
            };
            Object proxy = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, calls);
            Method handle = signal.getMethod("handle", signal, handler);
            Object ignored = handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            return true;
        } catch (ReflectiveOperationException | RuntimeException notAllowed) {
            return false;
        }
    }
}
