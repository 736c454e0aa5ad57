/** An error response of a service, as defined in RFC 9457. The `code` is stable. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
}

/** The problems among the errors of an operation, such as `CreateLeaseErrors`. */
export type ProblemIn<Errors> = Extract<Errors[keyof Errors], Problem>;

/** A response that reports an error. */
export class BackplaneError<P extends Problem = Problem> extends Error {
  override readonly name = 'BackplaneError';

  constructor(
    readonly response: Response,
    /** The problem; absent if API Gateway responded, for example because the token was not accepted. */
    readonly problem: P | undefined,
    message: string) {
    super(message);
  }

  get status(): number {
    return this.response.status;
  }

  /** The stable code of the problem; absent if API Gateway responded. */
  get code(): P['code'] | undefined {
    return this.problem?.code;
  }

  /** The number of seconds to wait before the next attempt, if the response tells it. */
  get retryAfter(): number | undefined {
    return retryAfter(this.response);
  }
}

/**
 * Tells whether an operation has reported a problem. Its type has the members of all problems of the operation, which
 * the `code` tells apart:
 *
 *     if (isProblem<CreateLeaseErrors>(error) && error.problem.code === 'USER_HAS_LEASE') error.problem.leaseId
 */
export function isProblem<Errors = Record<number, Problem>>(
  error: unknown): error is BackplaneError<ProblemIn<Errors>> & { problem: ProblemIn<Errors> } {
  return error instanceof BackplaneError && error.problem !== undefined;
}

export function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

export function toError(body: unknown, response: Response): BackplaneError {
  if (typeof body === 'object' && body !== null && 'code' in body) {
    const problem = body as Problem;
    return new BackplaneError(response, problem, `${problem.code}: ${problem.detail}`);
  }
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : response.statusText;
  return new BackplaneError(response, undefined, `${response.status} ${message}`);
}
