package dev.backplane.local.cognito;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;

/** The RSA key pair that signs local tokens, in memory or kept in a data folder. */
public final class SigningKey {
    public static final String FILE = "issuer-key.pem";
    private static final int BITS = 2048;
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final RSAPrivateCrtKey privateKey;
    private final RSAPublicKey publicKey;
    private final String id;

    private SigningKey(RSAPrivateCrtKey privateKey) throws GeneralSecurityException {
        this.privateKey = privateKey;
        this.publicKey = (RSAPublicKey) KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(privateKey.getModulus(), privateKey.getPublicExponent()));
        this.id = thumbprint(publicKey);
    }

    /** A new key that lives as long as this process. */
    public static SigningKey inMemory() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return new SigningKey((RSAPrivateCrtKey) generator.generateKeyPair().getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK cannot make RSA keys", e);
        }
    }

    /** The key of this data folder, made at the first start, so that tokens outlive a restart. */
    public static SigningKey keptIn(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (Files.exists(file)) {
                return read(file);
            }
            SigningKey key = inMemory();
            Files.createDirectories(folder);
            PrivateFile.write(folder, FILE, pem(key.privateKey.getEncoded()));
            return key;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException | ClassCastException e) {
            throw new IllegalStateException(
                    "Cannot use the issuer's key in " + file + ": delete it to get a new one", e);
        }
    }

    private static SigningKey read(Path file) throws IOException, GeneralSecurityException {
        String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
        byte[] encoded = Base64.getDecoder().decode(base64);
        return new SigningKey(
                (RSAPrivateCrtKey) KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    }

    private static String pem(byte[] encoded) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN PRIVATE KEY-----\n" + lines.encodeToString(encoded) + "\n-----END PRIVATE KEY-----\n";
    }

    /** The key id, which is the RFC 7638 thumbprint. */
    public String id() {
        return id;
    }

    RSAPublicKey publicKey() {
        return publicKey;
    }

    String modulus() {
        return BASE64URL.encodeToString(unsigned(publicKey.getModulus()));
    }

    String exponent() {
        return BASE64URL.encodeToString(unsigned(publicKey.getPublicExponent()));
    }

    byte[] sign(byte[] data) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(privateKey);
            signature.update(data);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot sign a token", e);
        }
    }

    private static String thumbprint(RSAPublicKey key) throws GeneralSecurityException {
        String canonical = "{\"e\":\"" + BASE64URL.encodeToString(unsigned(key.getPublicExponent()))
                + "\",\"kty\":\"RSA\",\"n\":\"" + BASE64URL.encodeToString(unsigned(key.getModulus())) + "\"}";
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        return BASE64URL.encodeToString(sha256.digest(canonical.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 && bytes.length > 1 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }
}
