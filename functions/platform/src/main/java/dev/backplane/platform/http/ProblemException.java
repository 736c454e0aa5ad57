package dev.backplane.platform.http;

/** Carries a problem out of code that cannot return one. It is a response and not a fault, so it has no stack trace. */
final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
