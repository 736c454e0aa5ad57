package dev.backplane.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaImageTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("java.security"), text);
    }

    @Test
    void orderProviders_movesTheNeededOnesToTheFront() throws IOException {
        Path file = file("""
                # List of providers: security.provider.1=NONE
                #security.provider.tbd=NONE
                security.provider.1=Other
                security.provider.2=SunJCE
                security.provider.3=SUN
                security.provider.4=SunPKCS11 ${java.home}/lib/any
                security.provider.5=SunEC

                securerandom.source=file:/dev/random
                """);

        JavaImage.orderProviders(file);

        assertThat(file).hasContent("""
                # List of providers: security.provider.1=NONE
                #security.provider.tbd=NONE
                security.provider.1=SUN
                security.provider.2=SunJCE
                security.provider.3=Other
                security.provider.4=SunPKCS11 ${java.home}/lib/any
                security.provider.5=SunEC

                securerandom.source=file:/dev/random
                """);
    }

    @Test
    void orderProviders_whenOneIsMissing_fails() throws IOException {
        Path file = file("security.provider.1=SUN\nsecurity.provider.2=SunEC\n");

        assertThatThrownBy(() -> JavaImage.orderProviders(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SunJCE");
        assertThat(file).hasContent("security.provider.1=SUN\nsecurity.provider.2=SunEC\n");
    }

    @Test
    void orderProviders_acceptsTheFileOfThisJava() throws IOException {
        Path file = file(Files.readString(Path.of(System.getProperty("java.home"), "conf/security/java.security")));

        JavaImage.orderProviders(file);

        assertThat(file).content().containsPattern("\nsecurity.provider.1=SUN\nsecurity.provider.2=SunJCE\n");
    }
}
