import { config } from '../core/config.ts';
import { millis } from '../core/format.ts';
import { aws, inspect } from '../core/local.ts';
import { useLoad } from '../core/query.ts';
import { link, route } from '../core/router.ts';
import { Empty, Id, Json, Loaded, More, Nothing, Status, Time } from '../ui/basics.tsx';
import { Facts, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Workflow, type StepState } from '../ui/workflow.tsx';

const LIVE_MS = 2000;
const SHOWN = 20;

interface Execution {
  executionArn: string;
  stateMachineArn: string;
  name: string;
  status: string;
  startDate: number;
  stopDate?: number;
  input?: string;
  output?: string;
  error?: string;
  cause?: string;
}

interface HistoryEvent {
  id: number;
  type: string;
  timestamp: number;
  [details: string]: unknown;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const machineArn = (name: string) => `arn:aws:states:${config().region}:000000000000:stateMachine:backplane-${config().stage}-${name}`;
const machineName = (arn: string) => (arn.split(':').at(-1) ?? '').replace(`backplane-${config().stage}-`, '');

/** Returns the state machines of the stage: each has a log group. */
async function machines(): Promise<string[]> {
  const groups = await inspect<{ name: string }>('logs');
  return groups.map(group => group.name).filter(name => name.includes('/states/')).map(name => machineName(name.split('/').at(-1) ?? ''));
}

/** The latest executions of each state machine. */
export function Executions() {
  const { execution } = route.value.query;
  return execution ? <One arn={execution} /> : <List />;
}

function List() {
  const all = useLoad('executions', async () => {
    const lists = await Promise.all((await machines()).map(name =>
      aws<{ executions: Execution[] }>('AWSStepFunctions.ListExecutions', { stateMachineArn: machineArn(name), maxResults: SHOWN })));
    return lists.flatMap(list => list.executions).sort((one, other) => other.startDate - one.startDate).slice(0, 2 * SHOWN);
  }, LIVE_MS);
  return (
    <Section title="Latest executions">
      <Loaded query={all}>
        {items => items.length === 0 ? <Empty title="No executions yet">Provision a tenant to see one.</Empty> : (
          <Table rows={items} label="Executions" keyOf={row => row.executionArn} columns={[
            { name: 'Execution', cell: row => <a class="mono" href={link(['local'], { tab: 'executions', execution: row.executionArn })}>{row.name}</a> },
            { name: 'State machine', cell: row => machineName(row.stateMachineArn) },
            { name: 'Status', cell: row => <Status value={row.status} /> },
            { name: 'Took', cell: row => row.stopDate ? millis((row.stopDate - row.startDate) * 1000) : <Nothing />, number: true },
            { name: 'Began', cell: row => <Time at={iso(row.startDate)} />, number: true },
          ]} />
        )}
      </Loaded>
    </Section>
  );
}

const parsed = (text?: string): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
};

/** Returns the states that the execution has entered and left. */
function states(events: HistoryEvent[], status: string): Record<string, StepState> {
  const found: Record<string, StepState> = {};
  let last: string | undefined;
  for (const event of events) {
    const entered = (event.stateEnteredEventDetails as { name?: string } | undefined)?.name;
    const left = (event.stateExitedEventDetails as { name?: string } | undefined)?.name;
    if (entered) {
      found[entered] = 'current';
      last = entered;
    }
    if (left) {
      found[left] = 'done';
    }
  }
  if (last && status !== 'RUNNING' && status !== 'SUCCEEDED') {
    found[last] = 'failed';
  }
  return found;
}

function One({ arn }: { arn: string }) {
  const detail = useLoad(`execution ${arn}`, async () => {
    const [execution, history] = await Promise.all([
      aws<Execution>('AWSStepFunctions.DescribeExecution', { executionArn: arn }),
      aws<{ events: HistoryEvent[] }>('AWSStepFunctions.GetExecutionHistory', { executionArn: arn, maxResults: 500 }),
    ]);
    return { execution, events: history.events };
  }, LIVE_MS);
  return (
    <Section title={arn.split(':').at(-1) ?? arn} actions={<a class="button quiet" href={link(['local'], { tab: 'executions' })}>All executions</a>}>
      <Loaded query={detail}>
        {({ execution, events }) => (
          <div class="stack">
            <Facts items={[
              ['Status', <Status value={execution.status} />],
              ['State machine', machineName(execution.stateMachineArn)],
              ['Began', <Time at={iso(execution.startDate)} />],
              ['Took', execution.stopDate && millis((execution.stopDate - execution.startDate) * 1000)],
              ['Error', execution.error],
              ['Cause', execution.cause],
              ['ARN', <Id value={arn} />],
            ]} />
            <Workflow name={machineName(execution.stateMachineArn)} states={states(events, execution.status)} />
            <More summary="Input"><Json value={parsed(execution.input)} /></More>
            {execution.output && <More summary="Output"><Json value={parsed(execution.output)} /></More>}
            <More summary={`History (${events.length} events)`}>
              <Table rows={events} label="History" keyOf={row => String(row.id)} columns={[
                { name: 'Event', cell: row => row.id, number: true },
                { name: 'After', cell: row => millis(Math.round((row.timestamp - execution.startDate) * 1000)), number: true },
                { name: 'Type', cell: row => row.type },
                { name: 'State', cell: row => ((row.stateEnteredEventDetails ?? row.stateExitedEventDetails) as { name?: string } | undefined)?.name ?? '' },
              ]} />
            </More>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
