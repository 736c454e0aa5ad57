package dev.backplane.local.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Content that was received and is not part of an object yet.
 *
 * @param md5 the digest of the content
 * @param sha256 the other digest of the content
 * @param crc32 the checksum of the content in base64
 */
record Upload(Path file, long size, Digest md5, Digest sha256, String crc32) {

    private static final int BUFFER = 64 * 1024;

    /** A digest in both of S3's forms. */
    record Digest(String hex, String base64) {

        private static Digest of(MessageDigest digest) {
            byte[] hash = digest.digest();
            return new Digest(
                    HexFormat.of().formatHex(hash), Base64.getEncoder().encodeToString(hash));
        }
    }

    /** Writes a stream to a file; memory use does not depend on its size. */
    static Upload receive(InputStream in, Path file) throws IOException {
        MessageDigest md5 = digest("MD5");
        MessageDigest sha256 = digest("SHA-256");
        CRC32 crc32 = new CRC32();
        long size = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                md5.update(buffer, 0, read);
                sha256.update(buffer, 0, read);
                crc32.update(buffer, 0, read);
                size += read;
            }
        }
        return new Upload(file, size, Digest.of(md5), Digest.of(sha256), base64(crc32));
    }

    private static String base64(CRC32 checksum) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) checksum.getValue())
                .array();
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(algorithm + " is required of every Java platform", e);
        }
    }
}
