import { useState } from 'preact/hooks';
import { number } from '../core/format.ts';
import { aws } from '../core/local.ts';
import { useLoad } from '../core/query.ts';
import { Badge, Empty, Loaded } from '../ui/basics.tsx';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';

const LIVE_MS = 3000;
const STEP = 25;

interface Attributes {
  ApproximateNumberOfMessages: string;
  ApproximateNumberOfMessagesNotVisible: string;
  ApproximateNumberOfMessagesDelayed: string;
}

/** The queues with their messages. Only those that are shown are read. */
export function Queues() {
  const [shown, setShown] = useState(STEP);
  const names = useLoad('queues', async () => ((await aws<{ QueueUrls?: string[] }>('AmazonSQS.ListQueues', {})).QueueUrls ?? []).sort());
  const urls = (names.data ?? []).slice(0, shown);
  const states = useLoad(names.data ? `queues ${urls.join()}` : undefined, () => Promise.all(urls.map(async url => ({
    name: url.split('/').at(-1) ?? url,
    ...(await aws<{ Attributes: Attributes }>('AmazonSQS.GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })).Attributes,
  }))), LIVE_MS);
  return (
    <Section title="Queues">
      <Loaded query={{ ...states, error: names.error ?? states.error }}>
        {rows => rows.length === 0 ? <Empty title="No queues" /> : (
          <>
            <Table rows={rows} label="Queues" keyOf={row => row.name} columns={[
              { name: 'Queue', cell: row => <span class="mono">{row.name}</span> },
              { name: 'Messages', cell: row => /failures|dlq/.test(row.name) && row.ApproximateNumberOfMessages !== '0' ? <Badge tone="bad">{row.ApproximateNumberOfMessages}</Badge> : number(Number(row.ApproximateNumberOfMessages)), number: true },
              { name: 'In flight', cell: row => number(Number(row.ApproximateNumberOfMessagesNotVisible)), number: true },
              { name: 'Delayed', cell: row => number(Number(row.ApproximateNumberOfMessagesDelayed)), number: true },
            ]} />
            {(names.data?.length ?? 0) > shown && <div class="load-more"><button type="button" class="button" onClick={() => setShown(shown + STEP)}>Show more of {number(names.data?.length ?? 0)}</button></div>}
          </>
        )}
      </Loaded>
    </Section>
  );
}
