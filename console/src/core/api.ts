import { connect, type Client } from '@backplane/client';
import operations from 'generated:operations';
import { apiUrl, config, isLocal } from './config.ts';
import { expire, token } from './auth.ts';

/** An operation as docs/openapi and the command line describe it. */
interface Operation {
  method: string;
  path: string;
  scopes: string[];
  cli?: { name: string; arguments: string[]; options: Record<string, string> };
}

export type Values = Record<string, string | number | boolean | undefined | null>;

/** A request as a value: it can be sent, shown as a command, and checked against the scopes of the person. */
export interface Call<T = unknown> {
  operation: string;
  method: string;
  url: string;
  scopes: string[];
  path: Values;
  query: Values;
  body?: unknown;
  headers: Record<string, string>;
  /** Only for the type. */
  result?: T;
}

export interface Input {
  path?: Values;
  query?: Values;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A refusal by a service, or by the gateway before it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId?: string;
  readonly members: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.detail ?? body.message ?? `The service answered with status ${status}.`));
    this.status = status;
    this.code = String(body.code ?? (status === 401 ? 'UNAUTHORIZED' : status === 403 ? 'FORBIDDEN' : `HTTP_${status}`));
    this.requestId = body.requestId as string | undefined;
    this.members = body;
  }
}

const table = operations as Record<string, Operation>;

function operationOf(id: string): Operation {
  const found = table[id];
  if (!found) {
    throw new Error(`There is no operation ${id}.`);
  }
  return found;
}

/** Returns whether the API that the console was built for has an operation. */
export const offers = (id: string): boolean => id in table;

/** Returns the scopes, one of which the operation needs. */
export const scopesOf = (id: string): string[] => operationOf(id).scopes;

/** Creates a call of an operation of docs/openapi. */
export function call<T>(id: string, input: Input = {}): Call<T> {
  const { method, path, scopes } = operationOf(id);
  const values = input.path ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
  const query = new URLSearchParams(
    Object.entries(withoutEmpty(input.query ?? {})).map(([name, value]) => [name, String(value)]));
  return {
    operation: id,
    method,
    url: query.size ? `${filled}?${query}` : filled,
    scopes,
    path: values,
    query: input.query ?? {},
    body: input.body,
    headers: input.headers ?? {},
  };
}

/** Sends a call and returns the decoded body; undefined if there is none. */
export async function send<T>(request: Call<T>): Promise<T> {
  return (await exchange(request)).body;
}

let connection: Client | undefined;

const client = (): Client => (connection ??= connect({ baseUrl: apiUrl(), token, attempts: 3 }));

/** Sends a call and returns the response too, for its headers. */
export async function exchange<T>(request: Call<T>): Promise<{ body: T; response: Response }> {
  const { data, error, response } = await client().request({
    method: request.method as 'GET',
    url: operationOf(request.operation).path,
    path: request.path,
    query: withoutEmpty(request.query),
    body: request.body,
    headers: request.headers,
    security: [{ scheme: 'bearer', type: 'http' }],
    throwOnError: false,
  });
  if (!response) {
    throw new Error('The suite cannot be reached. Check the connection and that the suite is running.', { cause: error });
  }
  if (!response.ok) {
    if (response.status === 401) {
      expire();
    }
    throw new Refusal(response.status, typeof error === 'object' && error !== null ? error as Record<string, unknown> : {});
  }
  return { body: data as T, response };
}

const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''));

/** Sends a call and returns the bytes, for downloads. */
export async function download(request: Call): Promise<Blob> {
  const response = await fetch(apiUrl() + request.url, { headers: { authorization: `Bearer ${await token()}` } });
  if (!response.ok) {
    throw new Refusal(response.status, await response.json().catch(() => ({})));
  }
  return response.blob();
}

/** Returns a new idempotency key. */
export const newKey = (): string => crypto.randomUUID();

const quoted = (text: string): string => (/^[\w./:@=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns the call as a command of curl, which expects the token in a variable. */
export function asCurl(request: Call): string {
  const lines = ['curl', '-H "Authorization: Bearer $TOKEN"'];
  if (request.method !== 'GET') {
    lines.push(`-X ${request.method}`);
  }
  for (const [name, value] of Object.entries(request.headers)) {
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  if (request.body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request.body))}`);
  }
  return [...lines, quoted(apiUrl() + request.url)].join(' \\\n  ');
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns the call as a command of the suite, or undefined if it has no command. */
export function asCommand(request: Call): string | undefined {
  const operation = operationOf(request.operation);
  if (!operation.cli) {
    return undefined;
  }
  const given: Values = { ...request.path, ...request.query, ...(request.body as Values | undefined) };
  const { name, options } = operation.cli;
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
  const members = operation.cli.arguments.map(argument => argument.slice(argument.indexOf('=') + 1));
  const positional = [...inPath, ...members.filter(member => !inPath.includes(member))];
  const rest = Object.entries(given).filter(([member, value]) =>
    !positional.includes(member) && !['cursor'].includes(member) && value !== undefined && value !== null && value !== '');
  const flags = rest.flatMap(([member, value]) => {
    const flag = `--${kebab(options[member] ?? member)}`;
    return value === true ? [flag] : [flag, quoted(typeof value === 'object' ? JSON.stringify(value) : String(value))];
  });
  const where = isLocal() ? portOption() : ['--stage', config().stage];
  return ['./backplane', name, ...positional.filter(member => given[member] !== undefined).map(member => quoted(String(given[member]))),
    ...flags, ...where].join(' ');
}

function portOption(): string[] {
  const { port } = new URL(apiUrl());
  return port === '4510' ? [] : ['--port', port];
}
