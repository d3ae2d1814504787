package io.hiveactor.mailbox.sqs;

/** How a message travels: its text is the body, and what else there is goes by attributes of these names. */
final class Wire {
    /** The name of the mailbox for replies. */
    static final String REPLY_TO = "hive.reply-to";
    /** There if the text is empty, which no body may be. */
    static final String EMPTY = "hive.empty";

    /** Stands for the empty text. */
    static final String PLACEHOLDER = "-";

    private Wire() {}

    /**
     * Refuses what SQS would: it takes no character that XML does not.
     *
     * @throws IllegalArgumentException that names the character
     */
    static void checkCharacters(String text, String what) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (!isLegal(text.codePointAt(i))) {
                throw new IllegalArgumentException(
                        what + " has a character that SQS does not take: U+%04X at %d".formatted(text.codePointAt(i), i));
            }
        }
    }

    private static boolean isLegal(int character) {
        return (character >= 0x20 && character <= 0xD7FF)
                || character == '\t' || character == '\n' || character == '\r'
                || (character >= 0xE000 && character <= 0xFFFD)
                || character >= 0x10000;
    }
}
