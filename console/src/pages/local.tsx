import { inspect } from '../core/local.ts';
import { useLoad } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import { TextFilter } from '../ui/actions.tsx';
import { Empty, Loaded } from '../ui/basics.tsx';
import { PageHead, Section, Tabs } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Executions } from './local-executions.tsx';
import { Queues } from './local-queues.tsx';
import { Tables } from './local-tables.tsx';

const LIVE_MS = 2000;
const TABS = [
  { id: 'functions', text: 'Functions' },
  { id: 'executions', text: 'Executions' },
  { id: 'tables', text: 'Tables' },
  { id: 'queues', text: 'Queues' },
  { id: 'denials', text: 'Denied calls' },
];

/** What the suite on this machine did. */
export function Local() {
  const tab = route.value.query.tab ?? 'functions';
  return (
    <>
      <PageHead title="Local suite" note="What the suite on this machine did. These pages exist here only; on AWS, use the AWS console." />
      <Tabs items={TABS.map(entry => ({ ...entry, href: link(['local'], { tab: entry.id === 'functions' ? undefined : entry.id }) }))} current={tab} />
      {tab === 'executions' ? <Executions /> : tab === 'tables' ? <Tables /> : tab === 'queues' ? <Queues /> : tab === 'denials' ? <Denials /> : <Functions />}
    </>
  );
}

const FUNCTION = '/aws/lambda/';
const nameOf = (group: string) => (group.startsWith(FUNCTION) ? group.slice(FUNCTION.length) : group);

/** The log groups, most of which are of functions, and the latest lines of one. */
function Functions() {
  const { group, find = '' } = route.value.query;
  const groups = useLoad('log groups', () => inspect<{ name: string }>('logs'));
  if (group) {
    return <Log group={group} />;
  }
  return (
    <Section title="Functions and other log groups">
      <div class="filters"><TextFilter label="Name" value={find} set={value => setQuery({ find: value || undefined })} placeholder="CreateLease" /></div>
      <Loaded query={groups}>
        {items => {
          const shown = items.filter(item => item.name.toLowerCase().includes(find.toLowerCase()));
          return shown.length === 0 ? <Empty title="No log group has this name." /> : (
            <ul class="accounts names">{shown.map(item => <li key={item.name}><a href={link(['local'], { group: item.name })}>{nameOf(item.name)}</a></li>)}</ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface Line {
  at: string;
  stream: string;
  message: string;
}

function Log({ group }: { group: string }) {
  const lines = useLoad(`log ${group}`, () => inspect<Line>(`logs?group=${encodeURIComponent(group)}`), LIVE_MS);
  return (
    <Section title={nameOf(group)} actions={<a class="button quiet" href={link(['local'])}>All functions</a>}>
      <Loaded query={lines}>
        {items => items.length === 0 ? <Empty title="No lines yet">It has not run since the suite started.</Empty>
          : <pre class="log" tabIndex={0} role="group" aria-label="Log lines">{items.toReversed().map(line => `${line.at.slice(11, 23)}  ${line.message.trimEnd()}\n`)}</pre>}
      </Loaded>
    </Section>
  );
}

interface Denial {
  principal: string;
  action: string;
  resource: string;
  reason: string;
}

function Denials() {
  const denials = useLoad('denials', () => inspect<Denial>('denials'), LIVE_MS);
  return (
    <Section title="Calls that IAM refused">
      <Loaded query={denials}>
        {items => items.length === 0 ? <Empty title="IAM refused no call">Every call of a function is checked against the policies of the templates.</Empty> : (
          <Table rows={items.map((item, index) => ({ ...item, index }))} label="Denied calls" keyOf={row => String(row.index)} columns={[
            { name: 'Action', cell: row => <code>{row.action}</code> },
            { name: 'Principal', cell: row => row.principal.split('/').at(-1) ?? row.principal },
            { name: 'Resource', cell: row => row.resource },
            { name: 'Reason', cell: row => row.reason },
          ]} />
        )}
      </Loaded>
    </Section>
  );
}
