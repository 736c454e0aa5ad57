import { createClient, createConfig, type Client } from './generated/client/index.js';
import { idempotent } from './generated/idempotent.gen.js';
import { toError } from './problem.js';
import { withRetries } from './retries.js';

export interface Connection {
  /** The address of the stage, such as `http://127.0.0.1:4510`. */
  baseUrl: string;

  /** Returns an access token. It is called for each request. */
  token: () => string | undefined | Promise<string | undefined>;

  /** The highest number of attempts for a request; by default 4. */
  attempts?: number;

  /** The function that sends requests; by default the global one. */
  fetch?: typeof fetch;
}

/**
 * Returns a client of a stage, which is passed to each operation:
 *
 *     const backplane = connect({ baseUrl: 'http://127.0.0.1:4510', token: () => token });
 *     const { data: lease } = await createLease({ client: backplane, body: { userId: 'ann@example.com' } });
 *
 * Operations that take an `Idempotency-Key` get a random one, and requests that can be repeated safely are repeated.
 * An error response is thrown as a `BackplaneError`; with `throwOnError: false`, it is returned as `error`.
 */
export function connect(connection: Connection): Client {
  const send = connection.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const client = createClient(createConfig({
    baseUrl: connection.baseUrl.replace(/\/$/, ''),
    auth: async () => connection.token(),
    fetch: withRetries(send, connection.attempts ?? 4) as typeof fetch,
    throwOnError: true,
  }));
  client.interceptors.request.use((request, options) => {
    if (idempotent.has(`${request.method} ${options.url}`) && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }
    return request;
  });
  client.interceptors.error.use((error, response, _request, options) =>
    response && !response.ok && options.throwOnError !== false ? toError(error, response) : error);
  return client;
}
