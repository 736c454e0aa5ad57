import { call } from '../core/api.ts';
import { duration } from '../core/format.ts';
import { usePages, useQuery } from '../core/query.ts';
import { go, link, route } from '../core/router.ts';
import type { Account, Actor } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Id, Loaded, Mark, Nothing, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { short, Who } from '../ui/events.tsx';
import { PagedTable } from '../ui/table.tsx';

interface Change {
  at: string;
  from?: string;
  to?: string;
  leaseId?: string;
  hold?: string;
  actor?: Actor;
  reason?: string;
}

interface Cleanup {
  attemptId: string;
  attempt: number;
  result: string;
  startedAt: string;
  durationSeconds?: number;
  message?: string;
  logUrl?: string;
}

/** One account with its history and its cleanups. */
export function AccountPage() {
  const id = route.value.path[2] ?? '';
  const request = call<Account>('GetAccount', { path: { id } });
  const query = useQuery(request, 4000);
  return (
    <>
      <PageHead title={<>{id} {query.data && <Status value={query.data.status} />}{query.data?.hold && <Badge tone="warn">{query.data.hold.quarantine ? 'quarantined' : 'held'}</Badge>}</>} note={query.data?.name}
        crumbs={[{ text: 'Pool', href: link(['pool']) }, { text: 'Accounts', href: link(['pool'], { tab: 'accounts' }) }]} request={request}
        actions={query.data && <Actions account={query.data} />} />
      <Loaded query={query}>
        {account => (
          <Facts items={[
            ['Since', <Time at={account.since} />],
            ['Lease', account.leaseId && <a class="mono" href={link(['pool', 'leases', account.leaseId])}>{short(account.leaseId)}</a>],
            ['Labels', account.labels.map(label => <Badge key={label}>{label}</Badge>)],
            ['Message', account.message],
            ['Cleanup attempts', account.attempts],
            ['Held', account.hold && <><Time at={account.hold.since} /> by <Who actor={account.hold.actor} />{account.hold.reason && `: ${account.hold.reason}`}</>],
            ['Sessions', account.revocation && `revocation ${account.revocation.status}`],
          ]} />
        )}
      </Loaded>
      <div class="grid-2"><History id={id} /><Cleanups id={id} /></div>
    </>
  );
}

const reasonOf = (entered: Record<string, string>) => (entered.reason ? { reason: entered.reason } : {});

function Actions({ account }: { account: Account }) {
  const id = account.accountId;
  const status: Action = {
    title: `Set the state of ${id}`,
    text: 'An account that is set to dirty is cleaned again.',
    confirm: 'Set',
    fields: [{ name: 'status', label: 'State', kind: 'select', options: ['available', 'dirty', 'failed'], value: account.status === 'failed' ? 'dirty' : 'available' }],
    reason: true,
    call: entered => call('SetAccountStatus', { path: { id }, body: { status: entered.status ?? '', ...reasonOf(entered) } }),
    done: 'The state is set',
  };
  const labels: Action = {
    title: `Labels of ${id}`,
    confirm: 'Save',
    fields: [{ name: 'labels', label: 'Labels', value: account.labels.join(' '), help: 'Separated by spaces' }],
    call: entered => call('SetAccountLabels', { path: { id }, body: { labels: (entered.labels ?? '').split(/[\s,]+/).filter(Boolean) } }),
    done: 'The labels are saved',
  };
  const hold: Action = {
    title: `Hold ${id}?`,
    text: 'It is not leased to anybody until it is released. A lease that it has goes on.',
    confirm: 'Hold',
    fields: [{ name: 'reason', label: 'Reason', required: true }],
    call: entered => call('HoldAccount', { path: { id }, body: { reason: entered.reason ?? '' } }),
    done: 'The account is held',
    undo: () => call('ReleaseAccount', { path: { id } }),
  };
  const release: Action = {
    title: `Release ${id}?`,
    text: 'It can be leased again.',
    confirm: 'Release',
    reason: true,
    call: entered => call('ReleaseAccount', { path: { id }, query: { reason: entered.reason } }),
    done: 'The account is released',
  };
  const quarantine: Action = {
    title: `Quarantine ${id}?`,
    text: 'Ends its lease at once, revokes its sessions and holds the account as it is.',
    confirm: 'Quarantine',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
    call: entered => call('QuarantineAccount', { path: { id }, body: { reason: entered.reason ?? '' } }),
    done: 'The account is quarantined',
  };
  const remove: Action = {
    title: `Remove ${id}?`,
    text: 'The pool forgets the account. The account itself is not closed.',
    confirm: 'Remove',
    danger: true,
    reason: true,
    call: entered => call('RemoveAccount', { path: { id }, query: { reason: entered.reason } }),
    done: 'The account is removed',
    then: () => go(['pool'], { tab: 'accounts' }),
  };
  return (
    <>
      <ActionButton action={status} disabled={account.status === 'leased' && 'The account is leased'}>Set state</ActionButton>
      <ActionButton action={labels}>Labels</ActionButton>
      {account.hold ? <ActionButton action={release}>Release</ActionButton> : <ActionButton action={hold}>Hold</ActionButton>}
      <ActionButton action={quarantine} kind="danger">Quarantine</ActionButton>
      <ActionButton action={remove} kind="danger" disabled={account.status === 'leased' && 'The account is leased'}>Remove</ActionButton>
    </>
  );
}

function History({ id }: { id: string }) {
  const query = useQuery(call<{ entries: Change[] }>('GetAccountHistory', { path: { id } }), 5000);
  return (
    <Section title="History">
      <Loaded query={query}>
        {({ entries }) => entries.length === 0 ? <Empty title="No history yet" /> : (
          <ol class="timeline">
            {entries.map((change, index) => (
              <li key={index}>
                <Mark tone={change.to === 'failed' || change.hold ? 'warn' : 'ok'} />
                <span><b>{change.hold ?? change.to ?? 'changed'}</b>{change.from && change.to && <> from {change.from}</>}</span>
                <span class="when"><Time at={change.at} /></span>
                <div class="details">{change.actor && <>by <Who actor={change.actor} /></>}{change.leaseId && <> · lease <a class="mono" href={link(['pool', 'leases', change.leaseId])}>{short(change.leaseId)}</a></>}{change.reason && <> · {change.reason}</>}</div>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  );
}

function Cleanups({ id }: { id: string }) {
  const pages = usePages<Cleanup>('ListCleanups', { id }, {});
  return (
    <Section title="Cleanups">
      <PagedTable pages={pages} label="Cleanups" keyOf={row => row.attemptId} empty="It has not been cleaned yet."
        columns={[
          { name: 'Attempt', cell: row => row.attempt, number: true },
          { name: 'Result', cell: row => <Status value={row.result} /> },
          { name: 'Message', cell: row => row.message ?? <Nothing /> },
          { name: 'Took', cell: row => row.durationSeconds === undefined ? <Nothing /> : duration(row.durationSeconds), number: true },
          { name: 'Began', cell: row => <Time at={row.startedAt} />, number: true },
        ]} />
    </Section>
  );
}

/** A user of the pool. */
export function PoolUserPage() {
  const userId = route.value.path[2] ?? '';
  const request = call<{ userId: string; lease: { leaseId: string } | null }>('GetUser', { path: { userId } });
  const query = useQuery(request);
  return (
    <>
      <PageHead title={userId} crumbs={[{ text: 'Pool', href: link(['pool']) }]} request={request} />
      <Loaded query={query}>{user => (user.lease ? <Facts items={[['Lease', <Id value={user.lease.leaseId} href={link(['pool', 'leases', user.lease.leaseId])} />]]} /> : <Empty title="No active lease" />)}</Loaded>
      <p class="note"><a href={link(['activity'], { subject: userId })}>Events about {userId}</a></p>
    </>
  );
}

