package dev.backplane.cli;

import dev.backplane.cli.api.Operation;
import dev.backplane.cli.api.Parameter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Describes the parameters of an operation to the parser. */
final class OperationSpec {

    private OperationSpec() {}

    static CommandSpec of(Operation operation, Object command) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage()
                .description(operation.summary())
                .footer("", "Example:", "  backplane " + operation.command() + " " + operation.example())
                .abbreviateSynopsis(true);
        int position = 0;
        for (Parameter parameter : operation.parameters()) {
            spec.add(parameter.positional() ? argument(parameter, position++) : option(parameter));
        }
        return spec;
    }

    private static ArgSpec argument(Parameter parameter, int position) {
        boolean several = parameter.placement().repeatable();
        PositionalParamSpec.Builder argument = PositionalParamSpec.builder()
                .index(several ? position + "..*" : Integer.toString(position))
                .arity(several ? "1..*" : parameter.required() ? "1" : "0..1")
                .required(parameter.required())
                .paramLabel(parameter.label())
                .description(parameter.help());
        return several
                ? argument.type(List.class).auxiliaryTypes(String.class).build()
                : argument.type(String.class).build();
    }

    private static ArgSpec option(Parameter parameter) {
        OptionSpec.Builder option = OptionSpec.builder("--" + parameter.name())
                .required(parameter.required())
                .description(parameter.help());
        if (!parameter.placement().takesValue()) {
            return option.arity("0").type(boolean.class).build();
        }
        option.arity("1").paramLabel(parameter.label());
        return parameter.placement().repeatable()
                ? option.type(List.class).auxiliaryTypes(String.class).build()
                : option.type(String.class).build();
    }

    /** Returns the given values of a parameter, as texts. */
    static List<String> values(ParseResult given, Parameter parameter) {
        if (!parameter.positional()) {
            return texts(given.matchedOptionValue("--" + parameter.name(), (Object) null));
        }
        return given.matchedPositionals().stream()
                .filter(argument -> argument.paramLabel().equals(parameter.label()))
                .findFirst()
                .map(argument -> texts(argument.getValue()))
                .orElse(List.of());
    }

    private static List<String> texts(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list
                ? list.stream().map(Objects::toString).toList()
                : List.of(value.toString());
    }
}
