package io.hiveactor.service.capability;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text forms of {@link Caveat}: exact spelling, single spaces, no leading zeros. What is not of these forms is
 * refused, because a caveat that the service does not understand is a restriction that it cannot keep.
 *
 * <p><b>Threads:</b> any thread.
 */
final class CaveatGrammar {
    private static final String ALL = "*";
    private static final String NUMBER = "[1-9][0-9]{0,8}";
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._:/-]{1,256}|[A-Za-z0-9._:/-]{0,256}\\*");
    // Without 24:00:00 and leap seconds, which Instant reads as another instant.
    private static final Pattern TIME = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{3})?Z");
    private static final Pattern SIZE = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final Pattern RATE = Pattern.compile("(" + NUMBER + ")/s(?: burst (" + NUMBER + "))?");
    private static final Pattern NAME = Pattern.compile("[!-~]{1,256}");

    private record Form(String start, Function<String, @Nullable Caveat> value) {}

    private static final List<Form> FORMS = List.of(
            new Form("op = ", CaveatGrammar::ops),
            new Form("topic = ", CaveatGrammar::topics),
            new Form("time < ", text -> time(text, Caveat.Before::new)),
            new Form("time > ", text -> time(text, Caveat.After::new)),
            new Form("max_bytes <= ", CaveatGrammar::maxBytes),
            new Form("rate <= ", CaveatGrammar::rate),
            new Form("aud = ", text -> NAME.matcher(text).matches() ? new Caveat.Audience(text) : null),
            new Form("node = ", text -> NAME.matcher(text).matches() ? new Caveat.Node(text) : null));

    private CaveatGrammar() {}

    static @Nullable Caveat parse(String text) {
        for (Form form : FORMS) {
            if (text.startsWith(form.start())) {
                return form.value().apply(text.substring(form.start().length()));
            }
        }
        return null;
    }

    private static @Nullable Caveat ops(String list) {
        if (list.equals(ALL)) {
            return new Caveat.Ops(EnumSet.allOf(Op.class));
        }
        var allowed = EnumSet.noneOf(Op.class);
        for (String name : items(list)) {
            Op op = Op.parse(name);
            if (op == null) {
                return null;
            }
            allowed.add(op);
        }
        return new Caveat.Ops(allowed);
    }

    private static @Nullable Caveat topics(String list) {
        List<String> patterns = items(list);
        boolean isGood = patterns.stream().allMatch(pattern -> TOPIC.matcher(pattern).matches());
        return isGood ? new Caveat.Topics(patterns) : null;
    }

    private static @Nullable Caveat maxBytes(String number) {
        return SIZE.matcher(number).matches() ? new Caveat.MaxBytes(Long.parseLong(number)) : null;
    }

    private static @Nullable Caveat rate(String text) {
        Matcher matcher = RATE.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        long perSecond = Long.parseLong(matcher.group(1));
        String burst = matcher.group(2);
        return new Caveat.Rate(perSecond, burst == null ? perSecond : Long.parseLong(burst));
    }

    private static @Nullable Caveat time(String text, Function<Instant, Caveat> kind) {
        if (!TIME.matcher(text).matches()) {
            return null;
        }
        try {
            return kind.apply(Instant.parse(text));
        } catch (DateTimeException _) { // no such day
            return null;
        }
    }

    /** Keeps empty items, which match nothing. */
    private static List<String> items(String list) {
        return List.of(list.split(",", -1));
    }
}
