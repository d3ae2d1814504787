package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.nitram509.jmacaroons.MacaroonsBuilder;
import com.github.nitram509.jmacaroons.MacaroonsSerializer;
import com.github.nitram509.jmacaroons.MacaroonsVerifier;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** service 10.1. */
class MacaroonTest {
    private static final String SIGNATURE = "4180f59f6c51f893a1242bc455aab61e8526dc851fa8c077e1c2e45ad297cfc5";

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static boolean isSigned(Macaroon macaroon) {
        return Tokens.key().signatures(macaroon).getLast().isSameAs(macaroon.signature());
    }

    @Nested
    class GivenTheVectorOfTheSpecification {
        private final Macaroon plain = Tokens.macaroon(Tokens.ID, Tokens.CAVEATS);
        private final Macaroon vector = new Macaroon("hive", plain.identifier(), plain.caveats(), plain.signature());

        @Test
        void itHas160BytesAndTheSignature() {
            assertEquals(160, MacaroonWriter.write(vector).length);
            assertEquals(SIGNATURE, HexFormat.of().formatHex(vector.signature().bytes()));
        }

        @Test
        void readingGivesBackWhatWasWritten() throws MalformedTokenException {
            assertEquals(vector, Macaroon.parse(vector.token()));
            assertTrue(isSigned(Macaroon.parse(vector.token())));
        }

        @Test
        void theLocationIsIgnored() throws MalformedTokenException {
            var elsewhere = new Macaroon("elsewhere", plain.identifier(), plain.caveats(), plain.signature());

            assertTrue(isSigned(Macaroon.parse(elsewhere.token())));
        }

        @Test
        void noTextShowsTheSignature() {
            assertFalse(vector.toString().contains(Long.toString(vector.signature().a())), vector.toString());
        }
    }

    @Nested
    class GivenJmacaroons {
        private MacaroonsBuilder theirs() {
            var builder = com.github.nitram509.jmacaroons.Macaroon
                    .builder("hive", Tokens.secret(), Tokens.ID);
            Tokens.CAVEATS.forEach(builder::addCaveat);
            return builder;
        }

        private com.github.nitram509.jmacaroons.Macaroon read(String token) {
            return com.github.nitram509.jmacaroons.Macaroon.deserialize(token, MacaroonsSerializer.V2);
        }

        @Test
        void itsTokenIsOursByteForByte() throws MalformedTokenException {
            String token = theirs().build().serialize(MacaroonsSerializer.V2);
            Macaroon ours = Macaroon.parse(token);

            assertEquals(token, ours.token());
            assertTrue(isSigned(ours));
            assertEquals(Tokens.macaroon(Tokens.ID, Tokens.CAVEATS).signature(), ours.signature());
        }

        @Test
        void aShortKeyAndUnknownCaveatsGiveTheSameSignature() throws MalformedTokenException {
            byte[] key = "this is the key".getBytes(StandardCharsets.US_ASCII);
            String token = com.github.nitram509.jmacaroons.Macaroon.builder("http://example.org/", key, "keyid")
                    .addCaveat("account = 3735928559").addCaveat("user = alice").build()
                    .serialize(MacaroonsSerializer.V2);
            Macaroon theirs = Macaroon.parse(token);

            assertEquals(theirs.signature(), HmacChain.signatures(HmacChain.signingKey(key), theirs).getLast());
        }

        @Test
        void itAcceptsOurToken() {
            Macaroon plain = Tokens.macaroon(Tokens.ID, Tokens.CAVEATS);
            String token = new Macaroon("hive", plain.identifier(), plain.caveats(), plain.signature()).token();
            var verifier = new MacaroonsVerifier(read(token));
            Tokens.CAVEATS.forEach(verifier::satisfyExact);

            assertTrue(verifier.isValid(Tokens.secret()));
        }

        @Test
        void whatItAddsToOurTokenIsSigned() throws MalformedTokenException {
            Macaroon ours = Tokens.macaroon(Tokens.ID, Tokens.CAVEATS);
            String located = new Macaroon("hive", ours.identifier(), ours.caveats(), ours.signature()).token();
            String longer = com.github.nitram509.jmacaroons.Macaroon.builder(read(located))
                    .addCaveat("aud = prod").build().serialize(MacaroonsSerializer.V2);

            assertEquals(ours.attenuate("aud = prod").signature(), Macaroon.parse(longer).signature());
        }

        @Test
        void itsThirdPartyCaveatIsReadAndSigned() throws MalformedTokenException {
            String token = theirs().addCaveat("http://auth", "a secret of at least 32 bytes, says it", "who is it")
                    .build().serialize(MacaroonsSerializer.V2);
            Macaroon macaroon = Macaroon.parse(token);

            assertTrue(isSigned(macaroon));
            assertEquals(DenialReason.THIRD_PARTY, TokenCaveats.of(macaroon.caveats()).formFault().reason());
        }

        @Test
        void aCaveatOutsideTheChainThatItAcceptsIsNotSigned() throws MalformedTokenException {
            Macaroon ours = Tokens.macaroon(Tokens.ID, Tokens.CAVEATS);
            var more = new ArrayList<>(ours.caveats());
            more.add(1, Macaroon.Packet.firstParty("op = *"));

            var inserted = new Macaroon(null, ours.identifier(), more, ours.signature());

            assertFalse(isSigned(Macaroon.parse(inserted.token())));
        }
    }

    @Nested
    class GivenOtherEncodings {
        private final byte[] good = MacaroonWriter.write(Tokens.macaroon(Tokens.ID, Tokens.CAVEATS));

        private void assertRefused(String expected, String token) {
            String message = assertThrows(MalformedTokenException.class, () -> Macaroon.parse(token)).getMessage();
            assertTrue(message.contains(expected), message);
        }

        private byte[] with(int index, int... inserted) {
            var out = new ByteArrayOutputStream();
            out.write(good, 0, index);
            for (int value : inserted) {
                out.write(value);
            }
            out.write(good, index, good.length - index);
            return out.toByteArray();
        }

        @Test
        void trailingBytesAreRefused() {
            assertRefused("follow", base64(with(good.length, 0)));
        }

        @Test
        void everyPrefixIsRefused() {
            for (int i = 0; i < good.length; i++) {
                String token = base64(Arrays.copyOf(good, i));
                assertThrows(MalformedTokenException.class, () -> Macaroon.parse(token));
            }
        }

        @Test
        void paddingIsRefused() {
            String padded = Base64.getUrlEncoder().encodeToString(good);
            assertTrue(padded.endsWith("="), "the vector must need padding");
            assertRefused("encoded", padded);
        }

        @Test
        void unusedBitsThatAreSetAreRefused() {
            String token = base64(good);
            char last = token.charAt(token.length() - 1);
            String other = token.substring(0, token.length() - 1) + (char) (last + 1);
            assertEquals(HexFormat.of().formatHex(good),
                    HexFormat.of().formatHex(Base64.getUrlDecoder().decode(other)));
            assertRefused("encoded", other);
        }

        @Test
        void aLengthThatIsNotMinimalIsRefused() {
            byte[] longer = with(3, 0);
            longer[2] |= (byte) 0x80;
            assertRefused("length", base64(longer));
        }

        @Test
        void aLocationOfAFirstPartyCaveatIsRefused() {
            Macaroon macaroon = Tokens.macaroon(Tokens.ID, List.of());
            var located = new Macaroon.Packet("op = *", null, "here");
            assertRefused("location",
                    new Macaroon(null, macaroon.identifier(), List.of(located), macaroon.signature()).token());
        }

        @Test
        void otherAlphabetsAndVersionOneAreRefused() {
            assertRefused("base64url", base64(good) + "+/");
            assertRefused("base64url", base64(good) + "\u20ac");
            assertRefused("version 2", base64("0023location hive".getBytes(StandardCharsets.US_ASCII)));
            assertRefused("cut off", "");
        }
    }

    @Nested
    class GivenLimits {
        private Macaroon withCaveats(int count, int length) {
            return Tokens.macaroon(Tokens.ID, Collections.nCopies(count, "x".repeat(length)));
        }

        @Test
        void aTokenHas64CaveatsAtMost() throws MalformedTokenException {
            assertEquals(64, Macaroon.parse(withCaveats(64, 1).token()).caveats().size());
            String token = withCaveats(65, 1).token();
            assertThrows(MalformedTokenException.class, () -> Macaroon.parse(token));
        }

        @Test
        void aCaveatHas1024BytesAtMost() throws MalformedTokenException {
            assertEquals(1, Macaroon.parse(withCaveats(1, 1024).token()).caveats().size());
            String token = withCaveats(1, 1025).token();
            assertThrows(MalformedTokenException.class, () -> Macaroon.parse(token));
        }

        @Test
        void aTokenHas4096CharactersAtMost() throws MalformedTokenException {
            // 3,072 bytes are 4,096 characters
            int rest = 3_072 - MacaroonWriter.write(withCaveats(2, 1024)).length - 4;
            Macaroon longest = withCaveats(2, 1024).attenuate("x".repeat(rest));

            assertEquals(4_096, longest.token().length());
            assertEquals(longest, Macaroon.parse(longest.token()));
            String tooLong = withCaveats(2, 1024).attenuate("x".repeat(rest + 1)).token();
            assertThrows(MalformedTokenException.class, () -> Macaroon.parse(tooLong));
        }
    }

    @Nested
    class GivenRandomMutations {
        private static final int COUNT = 100_000;

        private final long seed = System.nanoTime();
        private final SplittableRandom random = new SplittableRandom(seed);
        private final String token = Tokens.token(Tokens.CAVEATS.toArray(String[]::new));

        private String mutated() {
            return random.nextInt(4) == 0 ? mutatedText() : base64(mutatedBytes());
        }

        private String mutatedText() {
            int at = random.nextInt(token.length());
            char other = (char) random.nextInt(32, random.nextBoolean() ? 127 : 400);
            return token.substring(0, at) + other + token.substring(at + random.nextInt(2));
        }

        private byte[] mutatedBytes() {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> System.arraycopy(bytes, at, bytes, random.nextInt(at + 1), bytes.length - at);
                default -> bytes = Arrays.copyOf(bytes, at + random.nextInt(9));
            }
            return bytes;
        }

        @Test
        void noneIsAcceptedAndNoneFailsInAnotherWay() {
            int malformed = 0;
            int unsigned = 0;
            for (int i = 0; i < COUNT; i++) {
                String mutation = mutated();
                if (mutation.equals(token)) {
                    continue;
                }
                try {
                    Macaroon macaroon = Macaroon.parse(mutation);
                    assertNotEquals(true, isSigned(macaroon), "seed " + seed + ": " + mutation);
                    assertEquals(mutation, macaroon.token(), "seed " + seed);
                    unsigned++;
                } catch (MalformedTokenException _) {
                    malformed++;
                }
            }
            assertTrue(malformed > COUNT / 20 && unsigned > COUNT / 20,
                    "seed " + seed + ": " + malformed + " " + unsigned);
        }
    }
}
