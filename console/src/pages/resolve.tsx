import { useEffect, useState } from 'preact/hooks';
import { call, Refusal, type Call } from '../core/api.ts';
import { useQuery } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Candidate, Resolution } from '../core/types.ts';
import { Input } from '../ui/actions.tsx';
import { Badge, Empty, Loading, Problem } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';

/** Returns the request for a URL with or without a scheme. */
function resolve(url: string, key: string): Call<Resolution> | undefined {
  const [host = '', ...rest] = url.replace(/^[a-z]+:\/\//i, '').split(/[?#]/)[0]?.split('/') ?? [];
  return host ? call('ResolveAlias', { query: { hostname: host, path: `/${rest.join('/')}`, key, explain: true } }) : undefined;
}

/** Type a URL, and see which alias answers it and why. */
export function Resolve() {
  const { url = '', key = '' } = route.value.query;
  const [entered, setEntered] = useState({ url, key });
  useEffect(() => setEntered({ url, key }), [url, key]);
  const request = resolve(url, key);
  const query = useQuery<Resolution>(request);
  const refused = query.error instanceof Refusal ? query.error : undefined;
  const candidates = query.data?.explain ?? (refused?.members.explain as Candidate[] | undefined) ?? [];
  return (
    <>
      <PageHead title="Resolve" note="Which deployment serves a URL, which aliases were considered in which order, and why one won." request={request} />
      <div class="resolve">
        <form onSubmit={event => { event.preventDefault(); setQuery({ url: entered.url.trim(), key: entered.key.trim() || undefined }); }}>
          <Input field={{ name: 'url', label: 'URL', required: true, placeholder: 'shop.example.com/help/returns' }} value={entered.url} set={value => setEntered({ ...entered, url: value })} />
          <Input field={{ name: 'key', label: 'Visitor key', placeholder: 'Any text; decides the side of a split' }} value={entered.key} set={value => setEntered({ ...entered, key: value })} />
          <button type="submit" class="button primary">Resolve</button>
        </form>
        {!request && <Empty title="Enter a URL">For example <a href={link(['resolve'], { url: 'shop.example.com/help/returns' })}>shop.example.com/help/returns</a>.</Empty>}
        {request && query.loading && <Loading rows={3} />}
        {query.data && <Answer found={query.data} />}
        {query.error && (refused?.status === 404 ? <Empty title="No alias answers this URL">{refused.message}</Empty> : <Problem error={query.error} />)}
        {candidates.length > 0 && <Candidates items={candidates} />}
      </div>
    </>
  );
}

function Answer({ found }: { found: Resolution }) {
  return (
    <Facts items={[
      ['Deployment', <a class="mono" href={link(['deployments', found.deployment])}>{found.deployment}</a>],
      ['Alias', <a href={link(['aliases', found.alias])}>{found.alias}</a>],
      ['Host matched', found.matchedBy],
      ['Base path', <code>{found.basePath}</code>],
      ['Side of the split', found.variant],
      ['Revision', found.revision],
    ]} />
  );
}

function Candidates({ items }: { items: Candidate[] }) {
  return (
    <Section title="Candidates in order">
      <ol class="candidates">
        {items.map(candidate => (
          <li key={candidate.alias} class={candidate.won ? 'won' : undefined}>
            <span><a href={link(['aliases', candidate.alias])}>{candidate.alias}</a> → <code>{candidate.deployment}</code></span>
            {candidate.won ? <Badge tone="ok">won</Badge> : <Badge>{candidate.host}</Badge>}
            <p>{candidate.reason}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
