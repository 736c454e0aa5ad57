import { call, offers } from '../core/api.ts';
import { bytes, number } from '../core/format.ts';
import { useQuery } from '../core/query.ts';
import { route, setQuery } from '../core/router.ts';
import type { Actor } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Json, Loaded, More, Nothing, Status, Time } from '../ui/basics.tsx';
import { Facts, Section } from '../ui/page.tsx';
import { Who } from '../ui/events.tsx';
import { Table } from '../ui/table.tsx';

const LIVE_MS = 2000;

/** Export and erasure of everything that is stored for a user. */
export function RightsActions({ user }: { user: string }) {
  if (!offers('ExportUser') || !offers('EraseUser')) {
    return null;
  }
  const toExport: Action<{ exportId: string }> = {
    title: `Export the data of ${user}`,
    text: 'Collects everything that is stored for this person in a file.',
    confirm: 'Export',
    call: () => call<{ exportId: string }>('ExportUser', { path: { user } }),
    done: 'The export has begun',
    then: started => setQuery({ export: started.exportId }),
  };
  const erase: Action<{ erasureId: string }> = {
    title: `Erase the data of ${user}?`,
    text: 'Deletes everything that is stored for this person in all apps. This cannot be undone. Enter the id to confirm.',
    confirm: 'Erase',
    danger: true,
    fields: [{ name: 'confirm', label: 'Id of the person', required: true }],
    reason: true,
    call: entered => call<{ erasureId: string }>('EraseUser', { path: { user }, body: { confirm: entered.confirm ?? '', ...(entered.reason ? { reason: entered.reason } : {}) } }),
    done: 'The erasure has begun',
    then: started => setQuery({ erasure: started.erasureId, app: undefined, key: undefined }),
  };
  return <><ActionButton action={toExport}>Export</ActionButton><ActionButton action={erase} kind="danger">Erase</ActionButton></>;
}

interface Export {
  exportId: string;
  status: string;
  values: number;
  bytes: number;
  createdAt: string;
  expiresAt: string;
  link?: string;
  links?: string[];
  linkExpiresAt?: string;
}

export function ExportProgress({ user }: { user: string }) {
  const exportId = route.value.query.export;
  const query = useQuery(exportId && offers('GetExport') ? call<Export>('GetExport', { path: { user, exportId } }) : undefined, LIVE_MS);
  return exportId ? (
    <Section title="Export">
      <Loaded query={query} rows={1}>
        {found => (
          <Facts items={[
            ['Status', <Status value={found.status} />],
            ['Values', number(found.values)],
            ['Size', bytes(found.bytes)],
            ['Files', (found.links ?? (found.link ? [found.link] : [])).map((file, index) => <a key={file} href={file} rel="noreferrer">Download file {index + 1} </a>)],
            ['Kept until', <Time at={found.expiresAt} />],
          ]} />
        )}
      </Loaded>
    </Section>
  ) : null;
}

interface Erasure {
  erasureId: string;
  status: string;
  removed: unknown;
  actor: Actor;
  reason?: string;
  createdAt: string;
  endedAt?: string;
  userHash?: string;
}

/** The progress of an erasure and, when it is done, its receipt. */
export function ErasureProgress() {
  const erasureId = route.value.query.erasure;
  const query = useQuery(erasureId && offers('GetErasure') ? call<Erasure>('GetErasure', { path: { erasureId } }) : undefined, LIVE_MS);
  return erasureId ? (
    <Section title="Erasure">
      <Loaded query={query} rows={1}>
        {found => (
          <div class="stack">
            <Facts items={[
              ['Status', <Status value={found.status} />],
              ['Requested', <Time at={found.createdAt} />],
              ['By', <Who actor={found.actor} />],
              ['Reason', found.reason],
              ['Ended', found.endedAt && <Time at={found.endedAt} />],
              ['Receipt', <code>{found.erasureId}</code>],
              ['Hash of the person', found.userHash && <code>{found.userHash.slice(0, 16)}</code>],
            ]} />
            <Json value={found.removed} />
          </div>
        )}
      </Loaded>
    </Section>
  ) : null;
}

interface Change {
  key: string;
  realm: string;
  size: number;
  updatedAt: string;
  deleted?: boolean;
}

/** The feed of changes, which an app can switch off; it is read when it is opened. */
export function Changes({ app, user }: { app: string; user: string }) {
  return offers('ListChanges') ? <More summary={`Feed of changes in ${app}`}><Feed app={app} user={user} /></More> : null;
}

function Feed({ app, user }: { app: string; user: string }) {
  const query = useQuery(call<{ items: Change[] }>('ListChanges', { path: { app, user }, query: { limit: 100 } }), LIVE_MS);
  return (
    <Loaded query={query}>
      {page => (
        <Table rows={page.items} label="Changes" keyOf={row => `${row.realm} ${row.key}`} columns={[
          { name: 'Key', cell: row => <code>{row.key}</code> },
          { name: 'Kind', cell: row => <Badge>{row.realm}</Badge> },
          { name: 'Change', cell: row => row.deleted ? <Badge tone="warn">deleted</Badge> : 'stored' },
          { name: 'Size', cell: row => row.deleted ? <Nothing /> : bytes(row.size), number: true },
          { name: 'When', cell: row => <Time at={row.updatedAt} />, number: true },
        ]} />
      )}
    </Loaded>
  );
}
