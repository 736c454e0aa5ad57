import * as oauth from 'oauth4webapi';
import { computed, signal } from '@preact/signals';
import { config } from './config.ts';
import { reread } from './router.ts';

/** A session of a person. It is in session storage, so that it survives a reload but not the tab. */
interface Session {
  accessToken: string;
  refreshToken?: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

const SESSION = 'backplane.session';
const PENDING = 'backplane.sign-in';
const EARLY_MS = 60_000;

const session = signal<Session | undefined>(undefined);

/** The claims of the access token. The console shows them; the APIs verify them. */
export const claims = computed<Record<string, unknown>>(() => (session.value ? decode(session.value.accessToken) : {}));
export const signedIn = computed(() => session.value !== undefined);
export const callerId = computed(() => String(claims.value.email ?? claims.value.username ?? claims.value.sub ?? ''));
export const groups = computed(() => (claims.value['cognito:groups'] as string[] | undefined) ?? []);
const scopes = computed(() => new Set(String(claims.value.scope ?? '').split(' ')));

/** Returns whether the token has one of the scopes. */
export const may = (...anyOf: string[]): boolean => anyOf.length === 0 || anyOf.some(scope => scopes.value.has(scope));

function decode(token: string): Record<string, unknown> {
  const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), char => char.charCodeAt(0))));
  } catch {
    return {};
  }
}

function server(): oauth.AuthorizationServer {
  const { issuer, authorizeUrl, tokenUrl } = config();
  return { issuer, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl };
}

const client = (): oauth.Client => ({ client_id: config().clientId ?? '' });
const redirectUri = () => `${window.location.origin}/`;
// The local issuer has no certificate.
const options = () => ({ [oauth.allowInsecureRequests]: config().issuer.startsWith('http://') });

/** Leaves for the sign-in page, which returns to this view. */
export async function signIn(): Promise<void> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state, view: window.location.hash }));
  const url = new URL(config().authorizeUrl ?? '');
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client().client_id,
    redirect_uri: redirectUri(),
    scope: 'openid email profile',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  window.location.assign(url);
}

/** Continues a session, or completes a sign-in that has just returned here. */
export async function restore(): Promise<void> {
  const url = new URL(window.location.href);
  if (url.searchParams.has('code') || url.searchParams.has('error')) {
    await complete(url);
    return;
  }
  const stored = sessionStorage.getItem(SESSION);
  if (stored) {
    const kept = JSON.parse(stored) as Session & { issuer: string };
    if (kept.issuer === config().issuer) {
      session.value = kept;
      await token().catch(() => forget());
    }
  }
}

async function complete(url: URL): Promise<void> {
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? '{}') as { verifier?: string; state?: string; view?: string };
  sessionStorage.removeItem(PENDING);
  // The code must not stay in the address, which people share.
  history.replaceState(null, '', `${window.location.pathname}${pending.view ?? ''}`);
  reread();
  if (!pending.verifier || !pending.state) {
    throw new Error('This page did not ask for that sign-in.');
  }
  const parameters = oauth.validateAuthResponse(server(), client(), url, pending.state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server(), client(), oauth.None(), parameters, redirectUri(), pending.verifier, options());
  keep(await oauth.processAuthorizationCodeResponse(server(), client(), answer));
}

function keep(answer: oauth.TokenEndpointResponse, refreshToken?: string): void {
  const next: Session = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? refreshToken,
    expiresAt: Date.now() + (answer.expires_in ?? 900) * 1000,
  };
  sessionStorage.setItem(SESSION, JSON.stringify({ ...next, issuer: config().issuer }));
  session.value = next;
}

/** Uses an access token that the person has from elsewhere, for stages with an issuer of their own. */
export function useToken(accessToken: string): void {
  const expiry = Number(decode(accessToken).exp ?? 0);
  keep({ access_token: accessToken, token_type: 'bearer', expires_in: expiry - Date.now() / 1000 });
}

function forget(): void {
  sessionStorage.removeItem(SESSION);
  session.value = undefined;
}

let renewal: Promise<void> | undefined;

/** Returns an access token that is valid for a while, renewed if necessary. */
export async function token(): Promise<string> {
  const current = session.value;
  if (!current) {
    throw new Error('You are not signed in.');
  }
  if (current.expiresAt - Date.now() > EARLY_MS) {
    return current.accessToken;
  }
  if (!current.refreshToken || !config().tokenUrl) {
    if (current.expiresAt > Date.now()) {
      return current.accessToken;
    }
    forget();
    throw new Error('Your session has expired. Sign in again.');
  }
  // Refresh tokens rotate, so two requests must not use the same one.
  renewal ??= renew(current.refreshToken).finally(() => (renewal = undefined));
  await renewal;
  return session.value?.accessToken ?? '';
}

async function renew(refreshToken: string): Promise<void> {
  try {
    const answer = await oauth.refreshTokenGrantRequest(server(), client(), oauth.None(), refreshToken, options());
    keep(await oauth.processRefreshTokenResponse(server(), client(), answer), refreshToken);
  } catch (failure) {
    if (failure instanceof oauth.ResponseBodyError) {
      forget();
    }
    throw failure;
  }
}

/** Ends the session here and at the issuer. */
export function signOut(): void {
  forget();
  const { logoutUrl } = config();
  if (logoutUrl) {
    window.location.assign(
      `${logoutUrl}?${new URLSearchParams({ client_id: client().client_id, logout_uri: redirectUri() })}`);
  }
}

/** Ends a session that the APIs do not accept any more. */
export const expire = forget;
