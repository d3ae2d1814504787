package io.hiveactor.service.capability;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signatures of a macaroon: the first is made from the root key and the identifier, each further one from the last
 * and a caveat.
 *
 * <p><b>Threads:</b> any thread.
 */
final class HmacChain {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] GENERATOR = "macaroons-key-generator".getBytes(StandardCharsets.US_ASCII);

    private HmacChain() {}

    /** The key that signs identifiers, made from a root key. */
    static byte[] signingKey(byte[] rootKey) {
        return hmac(GENERATOR, rootKey);
    }

    static Hash256 first(byte[] signingKey, String identifier) {
        return Hash256.of(hmac(signingKey, latin1(identifier)));
    }

    static Hash256 next(Hash256 signature, Macaroon.Packet caveat) {
        byte[] key = signature.bytes();
        byte[] identifier = latin1(caveat.identifier());
        if (caveat.verification() == null) {
            return Hash256.of(hmac(key, identifier));
        }
        return Hash256.of(hmac(key, hmac(key, latin1(caveat.verification())), hmac(key, identifier)));
    }

    /** The signature after each caveat; the first element is that of the identifier. */
    static List<Hash256> signatures(byte[] signingKey, Macaroon macaroon) {
        var signatures = new ArrayList<Hash256>(macaroon.caveats().size() + 1);
        Hash256 signature = first(signingKey, macaroon.identifier());
        signatures.add(signature);
        for (Macaroon.Packet caveat : macaroon.caveats()) {
            signature = next(signature, caveat);
            signatures.add(signature);
        }
        return signatures;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has HmacSHA256", e);
        }
    }
}
