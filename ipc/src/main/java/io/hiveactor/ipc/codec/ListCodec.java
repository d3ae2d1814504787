package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

record ListCodec<T>(Codec<T> element) implements Codec<List<T>> {
    @Override
    public void encode(List<T> list, ByteBuffer out) {
        Size.put(out, list.size(), "elements");
        int start = out.position();
        for (int i = 0; i < list.size(); i++) { // an iterator would be an object
            element.encode(list.get(i), out);
        }
        int bytes = out.position() - start;
        if (bytes < list.size()) {
            throw new IllegalArgumentException(list.size() + " elements must take a byte each: " + bytes);
        }
    }

    @Override
    public List<T> decode(ByteBuffer in) {
        int size = Size.get(in, "elements");
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.decode(in));
        }
        return Collections.unmodifiableList(list);
    }
}
