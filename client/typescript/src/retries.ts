import { retryAfter } from './problem.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const LONGEST_WAIT_SECONDS = 20;

/** Returns a fetch function that repeats requests which can be repeated safely. */
export function withRetries(send: typeof fetch, attempts: number): (request: Request) => Promise<Response> {
  return async request => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      try {
        const response = await send(last ? request : request.clone());
        const seconds = retryAfter(response) ?? backoff(attempt);
        if (last || seconds > LONGEST_WAIT_SECONDS || !isRepeatable(request, response)) {
          return response;
        }
        await response.body?.cancel();
        await pause(seconds, request.signal);
      } catch (error) {
        if (last || request.signal.aborted || !isIdempotent(request)) {
          throw error;
        }
        await pause(backoff(attempt), request.signal);
      }
    }
  };
}

/**
 * A 503 with a problem, and a 429, have changed nothing, so every request can be repeated. After another 503 or a 504,
 * the function may have done its work.
 */
function isRepeatable(request: Request, response: Response): boolean {
  const refused = response.status === 503
    && response.headers.get('Content-Type')?.startsWith('application/problem+json') === true;
  return response.status === 429 || refused || ([502, 503, 504].includes(response.status) && isIdempotent(request));
}

function isIdempotent(request: Request): boolean {
  return SAFE_METHODS.has(request.method) || request.headers.has('Idempotency-Key');
}

/** A random part of a time that doubles, in seconds. */
function backoff(attempt: number): number {
  return Math.random() * 0.2 * 2 ** attempt;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', abort, { once: true });
  });
}
