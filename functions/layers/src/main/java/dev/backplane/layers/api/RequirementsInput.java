package dev.backplane.layers.api;

import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.http.Input;
import java.util.Optional;
import java.util.function.Supplier;

/** The requirements in a body: a text, its hash, or both, which must match. */
record RequirementsInput(Supplier<Optional<String>> text, Supplier<Optional<RequirementsHash>> hash) {

    static RequirementsInput optional(Input input) {
        return new RequirementsInput(
                        input.optionalBody("requirementsTxt", Fields.REQUIREMENTS_TEXT),
                        input.optionalBody("requirementsHash", Fields.REQUIREMENTS_HASH))
                .agreeing(input);
    }

    /** Takes requirements with a required text. */
    static RequirementsInput required(Input input) {
        Supplier<String> text = input.body("requirementsTxt", Fields.REQUIREMENTS_TEXT);
        return new RequirementsInput(
                        () -> Optional.of(text.get()), input.optionalBody("requirementsHash", Fields.REQUIREMENTS_HASH))
                .agreeing(input);
    }

    private RequirementsInput agreeing(Input input) {
        input.require(
                () -> text.get().isEmpty()
                        || hash.get().isEmpty()
                        || RequirementsHash.of(text.get().get())
                                .equals(hash.get().get()),
                "requirementsHash",
                "must be the SHA-256 of requirementsTxt");
        return this;
    }

    /** Returns the requirements, after the input is verified. */
    Optional<Requirements> get() {
        return text.get().map(Requirements::of).or(() -> hash.get().map(Requirements::known));
    }
}
