package io.hiveactor.service.capability;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes the version 2 binary form of a macaroon.
 *
 * <p><b>Threads:</b> any thread.
 */
final class MacaroonWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private MacaroonWriter() {}

    static byte[] write(Macaroon macaroon) {
        var writer = new MacaroonWriter();
        writer.out.write(MacaroonReader.VERSION);
        writer.optional(MacaroonReader.LOCATION, macaroon.location());
        writer.field(MacaroonReader.IDENTIFIER, macaroon.identifier());
        writer.out.write(MacaroonReader.END);
        macaroon.caveats().forEach(writer::caveat);
        writer.out.write(MacaroonReader.END);
        writer.field(MacaroonReader.SIGNATURE, macaroon.signature().bytes());
        return writer.out.toByteArray();
    }

    private void caveat(Macaroon.Packet packet) {
        optional(MacaroonReader.LOCATION, packet.location());
        field(MacaroonReader.IDENTIFIER, packet.identifier());
        optional(MacaroonReader.VERIFICATION, packet.verification());
        out.write(MacaroonReader.END);
    }

    private void optional(int type, @Nullable String text) {
        if (text != null) {
            field(type, text);
        }
    }

    private void field(int type, String text) {
        field(type, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void field(int type, byte[] bytes) {
        out.write(type);
        int rest = bytes.length;
        while (rest >= 0x80) {
            out.write((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
        out.writeBytes(bytes);
    }
}
