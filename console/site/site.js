// Fills in what only the running stage knows, and adds copy buttons. The pages can be read without it.

import { returned, signIn, signOut } from './sign-in.js';

const origin = window.location.origin;

/** Returns the command that puts an access token into the variable TOKEN. */
function tokenCommand(config) {
  if (config.issuer === origin) {
    const port = window.location.port === '4510' ? '' : ` --port ${window.location.port}`;
    return `TOKEN=$(./backplane token${port})`;
  }
  return config.tokenUrl
    ? `TOKEN=$(curl -s --user CLIENT:SECRET --data grant_type=client_credentials \\\n  ${config.tokenUrl} | jq -r .access_token)`
    : `TOKEN=…   # an access token of ${config.issuer}`;
}

function show(config) {
  for (const place of document.querySelectorAll('[data-config]')) {
    place.textContent = config[place.dataset.config];
    place.hidden = false;
  }
  const kind = config.issuer === origin ? 'local' : config.tokenUrl ? 'aws' : 'unknown';
  for (const text of document.querySelectorAll('[data-when]')) {
    text.hidden = text.dataset.when !== kind;
  }
  fill('token', tokenCommand(config));
}

function fill(id, text) {
  const place = document.getElementById(id);
  if (place) {
    place.textContent = text;
  }
}

/** Offers to sign in, and shows who has just signed in. */
async function showPerson(config) {
  const part = document.getElementById('people');
  if (!part || !config.authorizeUrl) {
    return;
  }
  part.hidden = false;
  document.getElementById('sign-in').addEventListener('click', () => signIn(config));
  document.getElementById('sign-out').addEventListener('click', () => signOut(config));
  try {
    const token = await returned(config);
    if (token) {
      const groups = token.claims['cognito:groups']?.join(', ') ?? 'none';
      fill('person', `Signed in as ${token.claims.email ?? token.claims.username}. Groups: ${groups}. The token is valid for 15 minutes.`);
      part.querySelector('code').textContent = `TOKEN=${token.text}`;
      document.getElementById('own-token').hidden = false;
      document.getElementById('sign-in').hidden = true;
      document.getElementById('sign-out').hidden = false;
    }
  } catch (problem) {
    fill('person', `You are not signed in: ${problem.message}.`);
  }
}

function addCopyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  block.append(button);
}

fill('request', `curl -H "Authorization: Bearer $TOKEN" \\\n  ${origin}/deployments`);
document.querySelectorAll('pre').forEach(addCopyButton);
const answer = await fetch('/config.json');
if (answer.ok) {
  const config = await answer.json();
  if (window.location.hostname === 'localhost' && config.issuer === origin.replace('localhost', '127.0.0.1')) {
    // The local issuer has one address, and the page may call no other.
    window.location.replace(config.issuer + window.location.pathname);
  }
  show(config);
  await showPerson(config);
}
