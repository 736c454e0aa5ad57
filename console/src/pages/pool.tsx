import { useState } from 'preact/hooks';
import { call, newKey, offers } from '../core/api.ts';
import { callerId, may } from '../core/auth.ts';
import { number } from '../core/format.ts';
import { usePages, useQuery, type Page } from '../core/query.ts';
import { go, link, route } from '../core/router.ts';
import type { Account, Entry, Lease, Pool } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Countdown, Empty, Id, Loaded, Meter, Nothing, Status, Time } from '../ui/basics.tsx';
import { PageHead, Section, Tabs } from '../ui/page.tsx';
import { Chart } from '../ui/chart.tsx';
import { short } from '../ui/events.tsx';
import { PagedTable } from '../ui/table.tsx';
import { MyLease } from './my-lease.tsx';
import { Templates } from './pool-templates.tsx';
import { Verify } from './verify.tsx';

const LIVE_MS = 4000;
const LANES = ['available', 'leased', 'dirty', 'cleaning', 'failed', 'initial', 'held'] as const;

export const CLAIM: Action<Lease> = {
  title: 'Claim an account',
  text: 'Leases an available account to a person. A person has at most one lease.',
  confirm: 'Claim',
  fields: [
    { name: 'userId', label: 'For', required: true, help: 'The e-mail address of the person', value: '' },
    { name: 'template', label: 'Template', help: 'The default template if empty' },
    { name: 'durationMinutes', label: 'Minutes', kind: 'number', min: 1, help: 'That of the template if empty' },
  ],
  call: entered => call<Lease>('CreateLease', {
    headers: { 'idempotency-key': newKey() },
    body: { userId: entered.userId ?? '', ...(entered.template ? { template: entered.template } : {}), ...(entered.durationMinutes ? { durationMinutes: Number(entered.durationMinutes) } : {}) },
  }),
  done: lease => `Account ${lease.accountId} is leased to ${lease.userId}`,
  then: lease => go(['pool', 'leases', lease.leaseId]),
};

const ADD: Action<Account> = {
  title: 'Add an account',
  confirm: 'Add',
  fields: [
    { name: 'accountId', label: 'Account number', required: true, placeholder: '123456789012' },
    { name: 'name', label: 'Name' },
  ],
  call: entered => call<Account>('AddAccount', { body: { accountId: entered.accountId ?? '', ...(entered.name ? { name: entered.name } : {}) } }),
  done: account => `Account ${account.accountId} is added`,
};

/** The pool: lanes, leases, templates and the check of its consistency. A plain user sees their own lease. */
export function PoolPage() {
  if (!may('backplane/pool.read')) {
    return <MyLease />;
  }
  const tab = route.value.query.tab ?? 'leases';
  const tabs = [
    { id: 'leases', text: 'Leases' },
    { id: 'accounts', text: 'Accounts' },
    { id: 'templates', text: 'Templates' },
    { id: 'verify', text: 'Verify' },
  ].map(entry => ({ ...entry, href: link(['pool'], { tab: entry.id === 'leases' ? undefined : entry.id }) }));
  const claim: Action<Lease> = { ...CLAIM, fields: CLAIM.fields?.map(field => (field.name === 'userId' ? { ...field, value: callerId.value } : field)) };
  return (
    <>
      <PageHead title="Pool" note="Accounts to try things in, leased for a limited time and cleaned before the next person." request={call('GetPool')}
        actions={<><ActionButton action={claim} kind="primary">Claim an account</ActionButton><ActionButton action={ADD}>Add an account</ActionButton></>} />
      <Lanes />
      <Tabs items={tabs} current={tab} />
      {tab === 'accounts' ? <Accounts /> : tab === 'templates' ? <Templates /> : tab === 'verify' ? <Verify operation="VerifyPool" /> : <><Leases /><Occupancy /></>}
    </>
  );
}

function Lanes() {
  const pool = useQuery(call<Pool>('GetPool'), LIVE_MS);
  const current = route.value.query.tab === 'accounts' ? (route.value.query.status ?? 'all') : undefined;
  return (
    <Loaded query={pool} rows={2}>
      {({ accounts }) => (
        <nav class="lanes" aria-label="Accounts by state">
          {LANES.map(lane => (
            <a key={lane} class="lane" href={link(['pool'], { tab: 'accounts', status: lane })} aria-current={current === lane ? 'page' : undefined}>
              <Status value={lane} /><b>{number(accounts[lane])}</b>
            </a>
          ))}
        </nav>
      )}
    </Loaded>
  );
}

function Leases() {
  const pages = usePages<Lease>('ListLeases', {}, {}, LIVE_MS);
  return (
    <Section title="Active leases">
      <PagedTable pages={pages} label="Active leases" keyOf={row => row.leaseId}
        empty={<Empty title="No active leases">Claim an account with the button above.</Empty>}
        columns={[
          { name: 'Person', cell: row => <a href={link(['pool', 'users', row.userId])}>{row.userId}</a> },
          { name: 'Lease', cell: row => <a class="mono" title={row.leaseId} href={link(['pool', 'leases', row.leaseId])}>{short(row.leaseId)}</a> },
          { name: 'Account', cell: row => <Id value={row.accountId} href={link(['pool', 'accounts', row.accountId])} /> },
          { name: 'Template', cell: row => row.template },
          { name: 'Budget', cell: row => <Budget lease={row} /> },
          { name: 'Time left', cell: row => <Countdown until={row.expiresAt} />, number: true },
        ]} />
    </Section>
  );
}

export function Budget({ lease }: { lease: Lease }) {
  if (!lease.budget) {
    return <Nothing />;
  }
  const spent = Number(lease.spend?.amount ?? 0);
  const limit = Number(lease.budget.amount);
  const tone = spent >= limit ? 'bad' : spent >= limit * 0.8 ? 'warn' : 'ok';
  return (
    <span class="stack-tight">
      <span>{spent.toFixed(2)} of {limit} {lease.budget.currency}</span>
      <Meter value={spent} max={limit} label="Share of the budget that is spent" tone={tone} />
    </span>
  );
}

interface Details {
  account: Account;
  lease?: Lease;
}

function Accounts() {
  const status = route.value.query.status ?? 'all';
  return (
    <Section title={status === 'all' ? 'All accounts' : `Accounts: ${status}`} actions={status !== 'all' && <a class="button quiet" href={link(['pool'], { tab: 'accounts' })}>All accounts</a>}>
      {offers('ListAccountDetails') ? <AccountTable status={status} /> : <AccountIds status={status} />}
    </Section>
  );
}

function AccountIds({ status }: { status: string }) {
  const request = call<{ accountIds: string[] }>('ListAccounts', { query: { status } });
  const query = useQuery(request, LIVE_MS);
  const [shown, setShown] = useState(60);
  return (
      <Loaded query={query}>
        {({ accountIds: ids }) => (
          ids.length === 0 ? <Empty title="No account is in this state." /> : (
            <>
              <ul class="accounts">{ids.slice(0, shown).map(id => <li key={id}><a class="mono" href={link(['pool', 'accounts', id])}>{id}</a></li>)}</ul>
              {ids.length > shown && <div class="load-more"><button type="button" class="button" onClick={() => setShown(shown + 120)}>Show more of {number(ids.length)}</button></div>}
            </>
          )
        )}
      </Loaded>
  );
}

function AccountTable({ status }: { status: string }) {
  const pages = usePages<Details>('ListAccountDetails', {}, { status }, LIVE_MS);
  return (
    <PagedTable pages={pages} label="Accounts" keyOf={row => row.account.accountId} empty="No account is in this state." columns={[
      { name: 'Account', cell: ({ account }) => <Id value={account.accountId} href={link(['pool', 'accounts', account.accountId])} /> },
      { name: 'Name', cell: ({ account }) => account.name ?? <Nothing /> },
      { name: 'State', cell: ({ account }) => <>{<Status value={account.status} />}{account.hold && <> <Badge tone="warn">{account.hold.quarantine ? 'quarantined' : 'held'}</Badge></>}</> },
      { name: 'Person', cell: ({ lease }) => lease ? <a href={link(['pool', 'leases', lease.leaseId])}>{lease.userId}</a> : <Nothing /> },
      { name: 'Labels', cell: ({ account }) => account.labels.map(label => <Badge key={label}>{label}</Badge>) },
      { name: 'Since', cell: ({ account }) => <Time at={account.since} />, number: true },
    ]} />
  );
}

const STEPS: Record<string, number> = { LeaseCreated: 1, LeaseEnded: -1 };

/** How many accounts were leased, from the last events backwards. */
function Occupancy() {
  const pool = useQuery(call<Pool>('GetPool'), LIVE_MS);
  const events = useQuery(call<Page<Entry>>('ListActivity', { query: { service: 'pool', limit: 100 } }), 10_000);
  if (!pool.data || !events.data) {
    return null;
  }
  const steps = events.data.items.filter(entry => entry.type in STEPS);
  let leased = pool.data.activeLeases;
  const points: [number, number][] = [[Date.now() / 1000, leased]];
  for (const entry of steps) {
    points.push([Date.parse(entry.at) / 1000, leased]);
    leased = Math.max(0, leased - (STEPS[entry.type] ?? 0));
    points.push([Date.parse(entry.at) / 1000 - 0.001, leased]);
  }
  points.reverse();
  return (
    <Section title="Occupancy">
      {steps.length === 0 ? <Empty title="No leases yet">Leases over time appear here.</Empty>
        : <Chart label="Active leases over time" times={points.map(([at]) => at)} series={[{ label: 'Active leases', tone: '--accent', values: points.map(([, value]) => value) }]} />}
    </Section>
  );
}
