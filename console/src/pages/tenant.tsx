import type { ComponentChildren } from 'preact';
import { call, type Call } from '../core/api.ts';
import { duration, lastPart, millis, number } from '../core/format.ts';
import { usePages, useQuery, type Page } from '../core/query.ts';
import { link, route } from '../core/router.ts';
import type { QueueState, Run, Tenant } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Id, Loaded, Loading, Mark, More, Nothing, Problem, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section, Tabs } from '../ui/page.tsx';
import { Who } from '../ui/events.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { Workflow, type StepState } from '../ui/workflow.tsx';

const LIVE_MS = 1500;

/** One tenant: its runs, the graph of the latest one, and its queues. */
export function TenantPage() {
  const tenantId = route.value.path[1] ?? '';
  const tab = route.value.query.tab ?? 'runs';
  const request = call<Tenant>('GetTenant', { path: { tenantId } });
  const query = useQuery(request, LIVE_MS);
  const tabs = [{ id: 'runs', text: 'Runs' }, { id: 'queues', text: 'Queues' }, { id: 'resources', text: 'Resources' }]
    .map(entry => ({ ...entry, href: link(['tenants', tenantId], { tab: entry.id === 'runs' ? undefined : entry.id }) }));
  return (
    <>
      <PageHead title={<>{tenantId} {query.data && <Status value={query.data.status} />}</>} note={query.data?.name} crumbs={[{ text: 'Tenants', href: link(['tenants']) }]} request={request}
        actions={query.data && <Actions tenant={query.data} />} />
      <Loaded query={query} rows={2}>
        {tenant => (
          <Facts items={[
            ['Tier', tenant.tier && <Badge>{tenant.tier}</Badge>],
            ['Version', tenant.metadata && <a href={link(['upgrades', tenant.metadata.version])}>{tenant.metadata.version}</a>],
            ['Generation', tenant.generation],
            ['Suspended', tenant.suspension && <><Time at={tenant.suspension.suspendedAt} /> by <Who actor={tenant.suspension.actor} />: {tenant.suspension.reason}</>],
            ['Provisioned', tenant.metadata && <Time at={tenant.metadata.createdAt} />],
            ...Object.entries(tenant.attributes).map(([name, value]): [string, string] => [name, value]),
          ]} />
        )}
      </Loaded>
      <Tabs items={tabs} current={tab} />
      {tab === 'queues' ? <Queues tenantId={tenantId} /> : tab === 'resources' ? <Loaded query={query}>{tenant => <Resources tenant={tenant} />}</Loaded> : <Runs tenantId={tenantId} />}
    </>
  );
}

const because = (entered: Record<string, string>) => (entered.reason ? { reason: entered.reason } : {});

function Actions({ tenant: { tenantId, status, name } }: { tenant: Tenant }) {
  const retry: Action = {
    title: `Retry ${tenantId}?`,
    text: status === 'deleted' ? 'Onboards the deleted tenant again, with a new queue.' : 'Starts its provisioning again.',
    confirm: 'Retry',
    reason: true,
    call: entered => call('RetryTenant', { path: { tenantId }, body: because(entered) }),
    done: 'The run has begun',
  };
  const update: Action = {
    title: `Update ${tenantId}?`,
    text: 'Updates its stack to the version of this suite. Nothing happens if it has it.',
    confirm: 'Update',
    reason: true,
    call: entered => call('UpdateTenant', { path: { tenantId }, body: because(entered) }),
    done: 'The update is requested',
  };
  const remove: Action = {
    title: `Delete ${tenantId}?`,
    text: `Deletes the stack of ${name ?? tenantId} with its queues and all messages in them. This cannot be undone.`,
    confirm: 'Delete',
    danger: true,
    reason: true,
    call: entered => call('DeleteTenant', { path: { tenantId }, query: { reason: entered.reason } }),
    done: 'The deletion has begun',
  };
  const suspend: Action = {
    title: `Suspend ${tenantId}?`,
    text: 'Locks its clients out of its queues. Messages are kept, and credentials that were issued before stay denied.',
    confirm: 'Suspend',
    danger: true,
    fields: [{ name: 'reason', label: 'Reason', required: true }],
    call: entered => call('SuspendTenant', { path: { tenantId }, body: { reason: entered.reason ?? '' } }),
    done: 'The tenant is suspended',
    undo: () => call('ResumeTenant', { path: { tenantId }, query: { reason: 'Undo' } }),
  };
  const resume: Action = {
    title: `Resume ${tenantId}?`,
    text: 'Its clients can get new credentials. It takes up to a minute.',
    confirm: 'Resume',
    reason: true,
    call: entered => call('ResumeTenant', { path: { tenantId }, query: { reason: entered.reason } }),
    done: 'The tenant is not suspended any more',
  };
  const provision: Action = {
    title: `Provision ${tenantId}?`,
    text: 'Creates its stack with its queue. The first request for its queue does the same.',
    confirm: 'Provision',
    call: () => call('GetQueue', { path: { tenantId, queueType: 'inbound' } }),
    done: 'The provisioning has begun',
  };
  return (
    <>
      {status === 'registered' && <ActionButton action={provision} kind="primary">Provision</ActionButton>}
      <ActionButton action={retry} kind={status === 'failed' ? 'primary' : 'plain'} disabled={!['failed', 'deleted'].includes(status) && 'Only a failed or deleted tenant can be retried'}>Retry</ActionButton>
      <ActionButton action={update} disabled={!['ready', 'failed'].includes(status) && `The tenant is ${status}`}>Update</ActionButton>
      {status === 'suspended' ? <ActionButton action={resume} kind="primary">Resume</ActionButton>
        : <ActionButton action={suspend} disabled={['deleted', 'deleting'].includes(status) && `The tenant is ${status}`}>Suspend</ActionButton>}
      <ActionButton action={remove} kind="danger" disabled={['deleted', 'deleting'].includes(status) && `The tenant is ${status}`}>Delete</ActionButton>
    </>
  );
}

const MACHINES = { CREATE: 'tenant-create', UPDATE: 'tenant-update', DELETE: 'tenant-delete' };
const NAMES = { CREATE: 'Provisioning', UPDATE: 'Update', DELETE: 'Deletion' };

/** Returns the state of each step of a run: the last one of a running or failed run is the current or failed one. */
export function stepStates(run: Run): Record<string, StepState> {
  const states: Record<string, StepState> = {};
  for (const step of run.steps) {
    states[step.name] = 'done';
  }
  const last = run.steps.at(-1)?.name;
  if (run.status === 'Started') {
    states[last ?? 'Begin'] = 'current';
  } else if (run.status === 'Failure') {
    if (last) {
      states[last] = 'failed';
    }
    states.Failed = 'failed';
  } else {
    states.Done = 'done';
  }
  return states;
}

function Runs({ tenantId }: { tenantId: string }) {
  const pages = usePages<Run>('ListRuns', { tenantId }, {}, LIVE_MS);
  const chosen = pages.items.find(run => lastPart(run.execution) === route.value.query.run) ?? pages.items[0];
  if (pages.items.length === 0) {
    return pages.error ? <Problem error={pages.error} /> : pages.loading ? <Loading /> : <Empty title="No runs yet">The first request for a queue of this tenant provisions it.</Empty>;
  }
  return (
    <div class="side-by-side">
      <Section title="Runs">
        <ol class="timeline">
          {pages.items.map(run => (
            <li key={run.execution}>
              <Mark tone={run.status === 'Failure' ? 'bad' : run.status === 'Started' ? 'info' : 'ok'} />
              <span><a href={link(['tenants', tenantId], { run: lastPart(run.execution) })} aria-current={run === chosen ? 'true' : undefined}><b>{NAMES[run.operation]}</b></a> to {run.version}{run.attempt > 1 && `, attempt ${run.attempt}`}</span>
              <span class="when"><Time at={run.startedAt} /></span>
              <div class="details">
                {run.status === 'Started' ? 'running' : run.durationMillis !== undefined && `took ${millis(run.durationMillis)}`}
                {run.actor && <> · by <Who actor={run.actor} /></>}{run.callersReason && <> · {run.callersReason}</>}
                {run.reason && <p><b>{run.reason}</b></p>}
              </div>
            </li>
          ))}
        </ol>
        <LoadMore pages={pages} />
        {chosen && chosen.steps.length > 0 && <Steps run={chosen} />}
      </Section>
      {chosen && <Section title={`${NAMES[chosen.operation]} as a graph`}><Workflow name={MACHINES[chosen.operation]} states={stepStates(chosen)} /></Section>}
    </div>
  );
}

/** The steps of a run on one line of time. */
function Steps({ run }: { run: Run }) {
  const start = Date.parse(run.startedAt);
  const end = run.endedAt ? Date.parse(run.endedAt) : Math.max(...run.steps.map(step => Date.parse(step.startedAt) + step.durationMillis));
  const total = Math.max(1, end - start);
  return (
    <More summary="Time per step">
      <ol class="bars">
        {run.steps.map((step, index) => (
          <li key={step.name}>
            <span>{step.name}</span>
            <span class="track">
              <span class={run.status === 'Failure' && index === run.steps.length - 1 ? 'bad' : undefined} ref={element => {
                element?.style.setProperty('left', `${Math.min(99, (100 * (Date.parse(step.startedAt) - start)) / total)}%`);
                element?.style.setProperty('width', `${Math.max(1, Math.min(100, (100 * step.durationMillis) / total))}%`);
              }} />
            </span>
            <span class="value">{millis(step.durationMillis)}</span>
          </li>
        ))}
      </ol>
    </More>
  );
}

function Queues({ tenantId }: { tenantId: string }) {
  const request: Call<Page<QueueState>> = call('ListQueues', { path: { tenantId } });
  const query = useQuery(request, 4000);
  const redrive = (queue: QueueState): Action => ({
    title: `Redrive the dead letters of ${tenantId}?`,
    text: `Moves ${queue.deadLetters?.messages ?? 0} messages back to the ${queue.type.toLowerCase()} queue. Make sure that the cause is fixed, or they come back.`,
    confirm: 'Redrive',
    call: () => call('RedriveQueue', { path: { tenantId, queueType: queue.type.toLowerCase() } }),
    done: 'The messages are being moved back',
  });
  const count = (value: number | null) => (value === null ? <Nothing /> : number(value));
  return (
    <Section title="Queues">
      <Loaded query={query}>
        {page => page.items.length === 0 ? <Empty title="No queues yet">Provision the tenant to give it one.</Empty> : (
          <Table rows={page.items} label="Queues" keyOf={row => row.type} columns={[
            { name: 'Queue', cell: row => <b>{row.type}</b> },
            { name: 'Messages', cell: row => count(row.messages), number: true },
            { name: 'In flight', cell: row => count(row.messagesInFlight), number: true },
            { name: 'Oldest', cell: row => row.oldestMessageAgeSeconds === null ? <Nothing /> : duration(row.oldestMessageAgeSeconds), number: true },
            { name: 'Dead letters', cell: row => row.deadLetters?.messages ? <Badge tone="bad">{number(row.deadLetters.messages)}</Badge> : count(row.deadLetters?.messages ?? null), number: true },
            { name: 'Redrive', cell: row => row.deadLetters?.redrive ? `${row.deadLetters.redrive.status.toLowerCase()}, ${number(row.deadLetters.redrive.movedMessages)} moved` : <Nothing /> },
            { name: '', cell: row => <div class="actions"><ActionButton small action={redrive(row)} disabled={!row.deadLetters?.messages && 'There are no dead letters'}>Redrive</ActionButton></div> },
          ]} />
        )}
      </Loaded>
    </Section>
  );
}

function Resources({ tenant }: { tenant: Tenant }) {
  const { metadata } = tenant;
  return (
    <Section title="Resources">
      {metadata ? <Facts items={[
        ['Inbound queue', <Id value={metadata.inboundQueueArn} />],
        ['Stack', metadata.stackId && <Id value={metadata.stackId} />],
        ...Object.entries(metadata.outputs).map(([name, value]): [string, ComponentChildren] => [name, <Id value={value} />]),
      ]} /> : <Empty title="No resources">The tenant is not provisioned.</Empty>}
    </Section>
  );
}
