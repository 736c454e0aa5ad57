package dev.backplane.local.cognito;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/** The RSA key that signs local tokens. Its id is the RFC 7638 thumbprint. */
public record SigningKey(RSAKey jwk) {

    public static final String FILE = "issuer-key.pem";

    private static final int BITS = 2048;

    /** The key of this process; to create one takes a second. */
    private static final class OfThisProcess {

        static final SigningKey KEY = create();
    }

    /** Returns the key that lives as long as this process. */
    public static SigningKey inMemory() {
        return OfThisProcess.KEY;
    }

    static SigningKey create() {
        try {
            return new SigningKey(new RSAKeyGenerator(BITS)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .keyIDFromThumbprint(true)
                    .generate());
        } catch (JOSEException e) {
            throw new IllegalStateException("This JDK cannot create RSA keys", e);
        }
    }

    /** Returns the key of this data folder, created at the first start so that tokens survive a restart. */
    public static SigningKey keptIn(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (Files.exists(file)) {
                return read(file);
            }
            SigningKey key = create();
            Files.createDirectories(folder);
            PrivateFile.write(folder, FILE, pem(key.jwk.toPrivateKey().getEncoded()));
            return key;
        } catch (IOException
                | JOSEException
                | GeneralSecurityException
                | IllegalArgumentException
                | ClassCastException e) {
            throw new IllegalStateException(
                    "Cannot use the issuer's key in " + file + ": delete it to get a new one", e);
        }
    }

    private static SigningKey read(Path file) throws IOException, GeneralSecurityException, JOSEException {
        String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
        KeyFactory rsa = KeyFactory.getInstance("RSA");
        RSAPrivateCrtKey secret = (RSAPrivateCrtKey)
                rsa.generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
        RSAPublicKey open = (RSAPublicKey)
                rsa.generatePublic(new RSAPublicKeySpec(secret.getModulus(), secret.getPublicExponent()));
        return new SigningKey(new RSAKey.Builder(open)
                .privateKey(secret)
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .keyIDFromThumbprint()
                .build());
    }

    private static String pem(byte[] encoded) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN PRIVATE KEY-----\n" + lines.encodeToString(encoded) + "\n-----END PRIVATE KEY-----\n";
    }

    public String id() {
        return jwk.getKeyID();
    }

    /** Omits the private key. */
    @Override
    public String toString() {
        return "SigningKey[" + id() + "]";
    }

    /** Atomically writes a file that only its owner can read. */
    private static final class PrivateFile {

        private PrivateFile() {}

        static void write(Path folder, String name, String text) throws IOException {
            Path draft = Files.createTempFile(folder, ".key", null, ownerOnly(folder));
            try {
                Files.writeString(draft, text);
                Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        }

        /** Permissions are set at creation, so that others can never open the file. */
        private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
            boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
            return posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
        }
    }
}
