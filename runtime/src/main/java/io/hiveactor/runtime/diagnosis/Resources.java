package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The fullest channels, buses and feeds of a shard or a hive, and how many there are besides. At most {@link #MOST} are
 * described, so that a snapshot stays small however many channels there are.
 *
 * @param fullest the fullest first; of equally full ones those with more waiters first
 * @param others resources that are not described
 */
public record Resources(List<ResourceView> fullest, int others) {
    /** The most that are described. */
    public static final int MOST = 100;

    /** None at all. */
    public static final Resources NONE = new Resources(List.of(), 0);

    private static final Comparator<ResourceView> FULLEST_FIRST = Comparator
            .comparingDouble(ResourceView::saturation).reversed()
            .thenComparing(Comparator.comparingInt(ResourceView::waiters).reversed())
            .thenComparing(Comparator.comparingInt(ResourceView::depth).reversed())
            .thenComparing(view -> view.resource().kind())
            .thenComparingLong(view -> view.resource().number());

    public Resources {
        fullest = List.copyOf(fullest);
    }

    /** Those of several shards. */
    static Resources merged(Stream<Resources> several) {
        var all = new Collector();
        several.forEach(each -> {
            each.fullest.forEach(all);
            all.others += each.others;
        });
        return all.collected();
    }

    /** All there are, described or not. */
    public int total() {
        return fullest.size() + others;
    }

    /**
     * Keeps the fullest of all it is given.
     *
     * <p><b>Threads:</b> owner only.
     */
    public static final class Collector implements Consumer<ResourceView> {
        private final PriorityQueue<ResourceView> leastFirst = new PriorityQueue<>(FULLEST_FIRST.reversed());
        private int others;

        /** Has nothing yet. */
        public Collector() {}

        @Override
        public void accept(ResourceView view) {
            leastFirst.add(view);
            if (leastFirst.size() > MOST) {
                leastFirst.remove();
                others++;
            }
        }

        /** What was kept. */
        public Resources collected() {
            List<ResourceView> sorted = new ArrayList<>(leastFirst);
            sorted.sort(FULLEST_FIRST);
            return new Resources(sorted, others);
        }
    }
}
