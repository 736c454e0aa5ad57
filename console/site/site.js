// Fills in what only the running stage knows, and adds copy buttons. The pages can be read without it.

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
  show(await answer.json());
}
