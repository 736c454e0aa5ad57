import { useState } from 'preact/hooks';
import { aws } from '../core/local.ts';
import { useLoad } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import { TextFilter } from '../ui/actions.tsx';
import { Empty, Json, Loaded } from '../ui/basics.tsx';
import { Section } from '../ui/page.tsx';

type Attribute = Record<string, unknown>;
type Item = Record<string, Attribute>;

const ROWS = 25;

/** The tables, and rows of one of them. */
export function Tables() {
  const { table } = route.value.query;
  const tables = useLoad('tables', async () => (await aws<{ TableNames: string[] }>('DynamoDB_20120810.ListTables', {})).TableNames);
  if (table) {
    return <Rows table={table} />;
  }
  return (
    <Section title="Tables">
      <Loaded query={tables}>
        {names => <ul class="accounts names">{names.map(name => <li key={name}><a href={link(['local'], { tab: 'tables', table: name })}>{name}</a></li>)}</ul>}
      </Loaded>
    </Section>
  );
}

interface Scan {
  Items: Item[];
  LastEvaluatedKey?: Item;
}

/** Returns a plain value of an attribute, as people write it. */
function plain(attribute: Attribute): unknown {
  const [type, value] = Object.entries(attribute)[0] ?? [];
  switch (type) {
    case 'N': return Number(value);
    case 'M': return Object.fromEntries(Object.entries(value as Item).map(([name, member]) => [name, plain(member)]));
    case 'L': return (value as Attribute[]).map(plain);
    case 'NULL': return null;
    default: return value;
  }
}

function Rows({ table }: { table: string }) {
  const find = route.value.query.find ?? '';
  const [starts, setStarts] = useState<Item[]>([]);
  const start = starts.at(-1);
  const scan = useLoad(`rows ${table} ${JSON.stringify(start)}`, () => aws<Scan>('DynamoDB_20120810.Scan', { TableName: table, Limit: ROWS, ...(start ? { ExclusiveStartKey: start } : {}) }));
  return (
    <Section title={table} actions={<a class="button quiet" href={link(['local'], { tab: 'tables' })}>All tables</a>}>
      <div class="filters"><TextFilter label="Text in these rows" value={find} set={value => setQuery({ find: value || undefined })} /></div>
      <Loaded query={scan}>
        {({ Items, LastEvaluatedKey }) => {
          const rows = Items.map(item => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)])))
            .filter(row => !find || JSON.stringify(row).includes(find));
          return (
            <div class="stack">
              {rows.length === 0 ? <Empty title="No rows here">{find ? 'No row of this page contains the text.' : 'The table is empty.'}</Empty> : rows.map((row, index) => <Json key={index} value={row} />)}
              <div class="actions">
                {starts.length > 0 && <button type="button" class="button" onClick={() => setStarts(starts.slice(0, -1))}>Previous rows</button>}
                {LastEvaluatedKey && <button type="button" class="button" onClick={() => setStarts([...starts, LastEvaluatedKey])}>Next rows</button>}
              </div>
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}
