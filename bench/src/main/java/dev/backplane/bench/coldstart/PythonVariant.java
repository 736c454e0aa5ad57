package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations in Python, where there is a Python with boto3. */
final class PythonVariant {

    private PythonVariant() {}

    static Optional<Variant> find(Path certificate) {
        Path folder = Workshop.root().resolve("bench/src/main/python");
        // What is called python3 may be a script that looks for the interpreter first; that is not to be measured.
        return Tool.run(folder, List.of("python3", "-c", "import boto3, sys; print(sys.executable)"))
                .map(interpreter -> Variant.of(
                        Variant.PYTHON,
                        subject -> launch(interpreter, folder, subject, certificate),
                        _ -> Optional.empty()));
    }

    private static Launch launch(String interpreter, Path folder, Subject subject, Path certificate) {
        return new Launch(
                        List.of(interpreter, folder.resolve("runtime.py").toString()),
                        folder,
                        subject.words("_") + ".handler",
                        subject.settings())
                .with(Map.of(
                        "AWS_CA_BUNDLE", certificate.toString(),
                        "AWS_DEFAULT_REGION", "us-east-1",
                        // The folder of a function cannot be written to on Lambda either.
                        "PYTHONDONTWRITEBYTECODE", "1"));
    }
}
