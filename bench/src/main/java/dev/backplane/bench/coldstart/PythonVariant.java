package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations in Python, if a Python with boto3 is installed. */
final class PythonVariant {

    private PythonVariant() {}

    static Optional<Variant> find(Path certificate) {
        Path folder = WorkFolder.root().resolve("bench/src/main/python");
        // python3 may be a wrapper script; measure the interpreter itself.
        return ExternalCommand.run(folder, List.of("python3", "-c", "import boto3, sys; print(sys.executable)"))
                .map(interpreter -> Variant.of(
                        Variant.PYTHON,
                        operation -> launch(interpreter, folder, operation, certificate),
                        _ -> Optional.empty()));
    }

    private static Launch launch(String interpreter, Path folder, MeasuredOperation operation, Path certificate) {
        return new Launch(
                        List.of(interpreter, folder.resolve("runtime.py").toString()),
                        folder,
                        operation.words("_") + ".handler",
                        operation.settings())
                .with(Map.of(
                        "AWS_CA_BUNDLE", certificate.toString(),
                        "AWS_DEFAULT_REGION", "us-east-1",
                        // On Lambda, the folder of a function is read-only too.
                        "PYTHONDONTWRITEBYTECODE", "1"));
    }
}
