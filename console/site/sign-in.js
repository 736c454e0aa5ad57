// Signs a person in with an authorization code and PKCE (RFC 7636). Tokens stay in memory.

const PENDING = 'backplane.sign-in';
const home = () => `${window.location.origin}/`;

function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Leaves for the sign-in page, which returns to the start page. */
export async function signIn(config) {
  const pending = { verifier: random(), state: random() };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  window.location.assign(`${config.authorizeUrl}?${new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: home(),
    scope: 'openid email profile',
    state: pending.state,
    code_challenge_method: 'S256',
    code_challenge: base64url(new Uint8Array(hash)),
  })}`);
}

/** Returns the access token if the sign-in page has just returned here, and undefined otherwise. */
export async function returned(config) {
  const query = new URLSearchParams(window.location.search);
  if (!query.has('code') && !query.has('error')) {
    return undefined;
  }
  // The code must not stay in the address, which people share.
  history.replaceState(null, '', window.location.pathname);
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? '{}');
  sessionStorage.removeItem(PENDING);
  if (!pending.state || query.get('state') !== pending.state) {
    throw new Error('this page did not ask for that sign-in');
  }
  if (query.has('error')) {
    throw new Error(query.get('error_description') ?? query.get('error'));
  }
  return exchange(config, query.get('code'), pending.verifier);
}

async function exchange(config, code, verifier) {
  const answer = await fetch(config.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: config.clientId,
      redirect_uri: home(),
      code,
      code_verifier: verifier,
    }),
  });
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(body.error_description ?? body.error);
  }
  const claims = body.access_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  return {
    text: body.access_token,
    claims: JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(claims), character => character.charCodeAt(0)))),
  };
}

/** Ends the session at the issuer and returns to the start page. */
export function signOut(config) {
  window.location.assign(
    `${config.logoutUrl}?${new URLSearchParams({ client_id: config.clientId, logout_uri: home() })}`);
}
