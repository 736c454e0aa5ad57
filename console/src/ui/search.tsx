import { useEffect, useRef, useState } from 'preact/hooks';
import { may } from '../core/auth.ts';
import { call, send, type Call } from '../core/api.ts';
import { link } from '../core/router.ts';

interface Hit {
  text: string;
  kind: string;
  href: string;
}

const PAUSE_MS = 200;

/** Asks each service whether it has something with this id: one request for one thing, never a list. */
async function find(text: string): Promise<Hit[]> {
  const probes: [string, string[], Call | undefined][] = [
    ['Tenant', ['tenants', text], /^[A-Za-z0-9][A-Za-z0-9-]{0,45}$/.test(text) ? call('GetTenant', { path: { tenantId: text } }) : undefined],
    ['Deployment', ['deployments', text], /^[A-Za-z0-9][\w-]{0,63}$/.test(text) ? call('GetDeployment', { path: { id: text } }) : undefined],
    ['Account', ['pool', 'accounts', text], /^\d{12}$/.test(text) ? call('GetAccount', { path: { id: text } }) : undefined],
    ['Lease', ['pool', 'leases', text], /^[A-Za-z0-9-]{8,64}$/.test(text) ? call('GetLease', { path: { id: text } }) : undefined],
    ['Pool user', ['pool', 'users', text], text.includes('@') ? call('GetUser', { path: { userId: text } }) : undefined],
    ['Package', ['layers', text], /^[a-z0-9][a-z0-9._-]{0,99}$/.test(text) ? call('GetPackageLatest', { path: { package: text }, query: { limit: 1 } }) : undefined],
    ['App', ['userdata', text], /^[A-Za-z0-9][\w.-]{0,254}$/.test(text) ? call('GetApp', { path: { app: text } }) : undefined],
  ];
  const hits = await Promise.all(probes.map(async ([kind, path, request]) => {
    if (!request || !may(...request.scopes)) {
      return undefined;
    }
    const found = await send(request).catch(() => undefined) as { items?: unknown[] } | undefined;
    return found && found.items?.length !== 0 ? { text, kind, href: link(path) } : undefined;
  }));
  const found: Hit[] = hits.filter(hit => hit !== undefined);
  if (/^[\w-]+(\.[\w-]+)+(\/.*)?$/.test(text) && may('backplane/deployments.read')) {
    const host = text.split('/')[0] ?? text;
    found.push({ text: `Aliases of ${host}`, kind: 'Domain', href: link(['aliases'], { domain: host }) });
    found.push({ text: `Resolve ${text}`, kind: 'Resolve', href: link(['resolve'], { url: text }) });
  }
  if (may('backplane/activity.read')) {
    found.push({ text: `Events about ${text}`, kind: 'Activity', href: link(['activity'], { subject: text }) });
  }
  return found;
}

/** Finds ids across services. */
export function Search() {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<Hit[]>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wanted = text.trim();
    setHits(undefined);
    if (!wanted) {
      return undefined;
    }
    let current = true;
    const timer = setTimeout(() => void find(wanted).then(found => current && setHits(found)), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  const move = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('input, .search-results a') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      items[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (event.key === 'Escape') {
      setText('');
      (document.activeElement as HTMLElement | null)?.blur();
    } else if (event.key === 'Enter' && at === 0 && hits?.[0]) {
      window.location.hash = hits[0].href;
      setText('');
    }
  };
  return (
    <div class="search" role="search" ref={box} onKeyDown={move}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 3 3" /></svg>
      <label for="search" class="hidden">Search ids across services</label>
      <input id="search" type="search" placeholder="Find a tenant, deployment, host, account …" autocomplete="off" spellcheck={false}
        value={text} onInput={event => setText((event.currentTarget as HTMLInputElement).value)} />
      <kbd aria-hidden="true">/</kbd>
      {text.trim() && (
        <div class="search-results" role="status">
          {hits === undefined ? <p>Searching …</p> : hits.length === 0 ? <p>Nothing has this id.</p>
            : hits.map(hit => <a key={hit.href} href={hit.href} onClick={() => setText('')}><span>{hit.text}</span><small>{hit.kind}</small></a>)}
        </div>
      )}
    </div>
  );
}
