import { useState } from 'preact/hooks';
import { concerns, type Concern } from '../core/attention.ts';
import { call, type Call } from '../core/api.ts';
import { callerId, may } from '../core/auth.ts';
import { config, isLocal } from '../core/config.ts';
import { countOf, number } from '../core/format.ts';
import { changed, useLoad, usePages, useQuery, type Page } from '../core/query.ts';
import { link } from '../core/router.ts';
import { loadSample } from '../core/sample.ts';
import type { Deployment, Entry, Layer, Pool, TenantSummary, App } from '../core/types.ts';
import { ActionButton } from '../ui/actions.tsx';
import { Button, Empty, Loaded, Loading, Mark, Problem, Time } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { Spark } from '../ui/chart.tsx';
import { Events } from '../ui/events.tsx';
import { toast } from '../ui/toasts.tsx';

const ATTENTION_MS = 15_000;
const EVENTS_MS = 5000;

/** Is anything wrong, and what do I do? */
export function Home() {
  if (!may('backplane/activity.read', 'backplane/pool.read', 'backplane/tenants.read')) {
    return <PersonalHome />;
  }
  return (
    <>
      <PageHead title="Home" actions={isLocal() && <SampleButton />} request={call('ListActivity', { query: { limit: 10 } })} />
      <Attention />
      <Section title="Services"><Tiles /></Section>
      <Latest />
    </>
  );
}

function PersonalHome() {
  return (
    <>
      <PageHead title="Home" note={`Signed in as ${callerId.value}. You see what belongs to you.`} />
      <div class="tiles">
        <a class="tile" href={link(['pool'])}><h2>My lease</h2><p>Claim a sandbox account, get credentials, return it.</p></a>
        <a class="tile" href={link(['userdata', 'users', callerId.value])}><h2>My data</h2><p>See what apps keep about you.</p></a>
      </div>
    </>
  );
}

export function SampleButton() {
  const [progress, setProgress] = useState<string>();
  const load = async () => {
    setProgress('0 %');
    await loadSample((done, all) => setProgress(`${Math.floor((100 * done) / all)} %`));
    setProgress(undefined);
    changed();
    toast('The sample data is loaded');
  };
  return (
    <Button onClick={() => void load()} disabled={progress ? 'Loading' : false} scopes={['backplane/userdata.admin']}>
      {progress ? `Loading ${progress}` : 'Load sample data'}
    </Button>
  );
}

function Attention() {
  const found = useLoad('attention', concerns, ATTENTION_MS);
  return (
    <Section title="Needs attention">
      <Loaded query={found} rows={3}>
        {items => items.length === 0
          ? <div class="card all-well"><Mark tone="ok" /><p>Nothing needs attention.</p></div>
          : <ul class="list attention">{items.map(item => <Row key={item.id} item={item} />)}</ul>}
      </Loaded>
    </Section>
  );
}

function Row({ item }: { item: Concern }) {
  const { fix } = item;
  const runbooks = config().links.runbooks;
  return (
    <li>
      <Mark tone={item.tone} />
      <div>
        <a href={item.href}><b>{item.title}</b></a>
        <p>{item.text}{item.at && <> · <Time at={item.at} /></>}</p>
      </div>
      <div class="actions">
        {runbooks && item.runbook && <a class="button small quiet" href={`${runbooks}/${item.runbook}.md`}>Runbook</a>}
        {fix && <ActionButton small action={{ title: `${fix.text}: ${item.title}`, text: item.text, confirm: fix.text, reason: fix.text !== 'Redrive', call: entered => fix.call(entered.reason) as Call }}>{fix.text}</ActionButton>}
      </div>
    </li>
  );
}

interface Figures {
  title: string;
  href: string;
  service: string;
  figures: [string, string][];
}

function Tiles() {
  const deployments = useQuery(call<Page<Deployment>>('ListDeployments', { query: { limit: 100 } }));
  const tenants = useQuery(call<Page<TenantSummary>>('ListTenants', { query: { limit: 100 } }));
  const pool = useQuery(call<Pool>('GetPool'), ATTENTION_MS);
  const layers = useQuery(call<Page<Layer>>('ListLatestLayers', { path: { region: config().region }, query: { limit: 100 } }));
  const apps = useQuery(call<Page<App>>('ListApps', { query: { limit: 100 } }));
  const count = <T,>(query: { data?: Page<T> }, test: (item: T) => boolean = () => true): string =>
    query.data ? countOf(query.data.items.filter(test).length, Boolean(query.data.next)) : '–';
  const tiles: Figures[] = [
    { title: 'Deployments', service: 'deployments', href: link(['deployments']), figures: [['deployments', count(deployments)], ['failed', count(deployments, item => item.status.endsWith('FAILED'))]] },
    { title: 'Tenants', service: 'tenants', href: link(['tenants']), figures: [['tenants', count(tenants)], ['ready', count(tenants, item => item.status === 'ready')]] },
    { title: 'Pool', service: 'pool', href: link(['pool']), figures: [['available', pool.data ? number(pool.data.accounts.available) : '–'], ['leased', pool.data ? number(pool.data.accounts.leased) : '–']] },
    { title: 'Layers', service: 'layers', href: link(['layers']), figures: [['packages', count(layers)], ['new today', count(layers, item => Date.now() - Date.parse(item.createdAt) < 86_400_000)]] },
    { title: 'User data', service: 'userdata', href: link(['userdata']), figures: [['apps', count(apps)], ['with a quota', count(apps, item => item.quotaBytes !== null)]] },
  ];
  return <div class="tiles">{tiles.map(tile => <Tile key={tile.service} {...tile} />)}</div>;
}

function Tile({ title, href, service, figures }: Figures) {
  const events = useQuery(call<Page<Entry>>('ListActivity', { query: { service, limit: 100 } }), ATTENTION_MS);
  return (
    <a class="tile" href={href}>
      <h3>{title}</h3>
      <dl>{figures.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <Spark values={buckets(events.data?.items ?? [])} label={`Events of ${title.toLowerCase()} over time`} />
    </a>
  );
}

const BUCKETS = 24;

/** Counts the last events per part of the time that they cover, at least an hour. */
function buckets(items: Entry[]): number[] {
  const counts = Array<number>(BUCKETS).fill(0);
  const end = Date.now();
  const start = Math.min(end - 3_600_000, ...items.map(entry => Date.parse(entry.at)));
  for (const entry of items) {
    const index = Math.min(BUCKETS - 1, Math.floor(((Date.parse(entry.at) - start) / (end - start)) * BUCKETS));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function Latest() {
  const pages = usePages<Entry>('ListActivity', {}, { limit: 10 }, EVENTS_MS);
  return (
    <Section title="Latest events" actions={<a class="button quiet" href={link(['activity'])}>All events</a>}>
      {pages.items.length > 0 ? <Events items={pages.items} />
        : pages.error ? <Problem error={pages.error} />
          : pages.loading ? <Loading /> : <Empty title="No events yet">Whatever changes in the suite appears here{isLocal() ? '. Load sample data to see it with content.' : '.'}</Empty>}
    </Section>
  );
}
