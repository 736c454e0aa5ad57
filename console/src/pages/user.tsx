import type { ComponentChildren } from 'preact';
import { call, download, exchange } from '../core/api.ts';
import { callerId, may } from '../core/auth.ts';
import { bytes, number } from '../core/format.ts';
import { useLoad, usePages, useQuery, type Page } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Quota, UserApp, Value } from '../core/types.ts';
import { ActionButton, Filters, TextFilter, type Action } from '../ui/actions.tsx';
import { Badge, Button, Empty, Json, Loaded, Meter, Nothing, Problem, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { Changes, ErasureProgress, ExportProgress, RightsActions } from './user-rights.tsx';

/** One user with the apps that have data of them. */
export function UserPage() {
  const user = route.value.path[2] ?? '';
  return <UserData user={user} own={user === callerId.value && !may('backplane/userdata.admin')} />;
}

export function UserData({ user, own }: { user: string; own: boolean }) {
  const { app, kind = 'json', key } = route.value.query;
  const request = call<Page<UserApp>>('ListUserApps', { path: { user } });
  return (
    <>
      <PageHead title={own ? 'My data' : user} crumbs={own ? [] : [{ text: 'User data', href: link(['userdata']) }]} request={request}
        note={own ? 'What the apps of this suite keep about you.' : undefined} actions={<RightsActions user={user} />} />
      <ExportProgress user={user} />
      <ErasureProgress />
      <Apps user={user} own={own} />
      {app && <Values app={app} user={user} kind={kind} />}
      {app && <Changes app={app} user={user} />}
      {app && key && <Preview app={app} user={user} kind={kind} name={key} />}
      <Own user={user} />
    </>
  );
}

const viewOf = (user: string, own: boolean, query: Record<string, string>): string => link(own ? route.value.path : ['userdata', 'users', user], query);

function Apps({ user, own }: { user: string; own: boolean }) {
  const pages = usePages<UserApp>('ListUserApps', { user }, {});
  return (
    <Section title="Apps">
      <PagedTable pages={pages} label="Apps with data" keyOf={row => row.app} empty={<Empty title="No data">No app has data of this person.</Empty>}
        columns={[
          { name: 'App', cell: row => <a href={viewOf(user, own, { app: row.app })} aria-current={route.value.query.app === row.app ? 'true' : undefined}>{row.app}</a> },
          { name: 'Values', cell: row => number(row.json.items), number: true },
          { name: 'Files', cell: row => number(row.blob.items), number: true },
          { name: 'Size', cell: row => bytes(row.bytes), number: true },
          { name: 'Quota', cell: row => <QuotaBar app={row.app} user={user} /> },
        ]} />
    </Section>
  );
}

function QuotaBar({ app, user }: { app: string; user: string }) {
  const { data } = useQuery(call<Quota>('GetQuota', { path: { app, user } }));
  if (!data || data.limitBytes === null) {
    return <Nothing />;
  }
  const share = data.usedBytes / Math.max(1, data.limitBytes);
  return (
    <span class="stack-tight">
      <span>{bytes(data.usedBytes)} of {bytes(data.limitBytes)}</span>
      <Meter value={data.usedBytes} max={data.limitBytes} label={`Quota of ${app}`} tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'ok'} />
    </span>
  );
}

const LISTS: Record<string, { list: string; get: string; remove: string; text: string }> = {
  json: { list: 'ListJson', get: 'GetJson', remove: 'DeleteJson', text: 'Values' },
  blob: { list: 'ListBlobs', get: 'GetBlob', remove: 'DeleteBlob', text: 'Files' },
};

const operationsOf = (kind: string) => LISTS[kind] ?? { list: 'ListJson', get: 'GetJson', remove: 'DeleteJson', text: 'Values' };

function Values({ app, user, kind }: { app: string; user: string; kind: string }) {
  const prefix = route.value.query.prefix ?? '';
  const operations = operationsOf(kind);
  const pages = usePages<Value>(operations.list, { app, user }, { prefix });
  const remove = (key: string): Action => ({
    title: `Delete ${key}?`,
    text: `Deletes it from ${app}. This cannot be undone.`,
    confirm: 'Delete',
    danger: true,
    call: () => call(operations.remove, { path: { app, user, key } }),
    done: 'Deleted',
    then: () => setQuery({ key: undefined }),
  });
  return (
    <Section title={`${operations.text} in ${app}`} actions={<>
      <button type="button" class="button" aria-pressed={kind === 'json'} onClick={() => setQuery({ kind: undefined, key: undefined })}>Values</button>
      <button type="button" class="button" aria-pressed={kind === 'blob'} onClick={() => setQuery({ kind: 'blob', key: undefined })}>Files</button>
    </>}>
      <Filters><TextFilter label="Keys that begin with" value={prefix} set={value => setQuery({ prefix: value || undefined })} /></Filters>
      <PagedTable pages={pages} label={operations.text} keyOf={row => row.key} empty="Nothing is stored here."
        columns={[
          { name: 'Key', cell: row => <button type="button" class="button small quiet mono" onClick={() => setQuery({ key: row.key })}>{row.key}</button> },
          { name: 'Size', cell: row => bytes(row.size), number: true },
          { name: 'Type', cell: row => row.contentType ?? 'JSON' },
          { name: 'Expires', cell: row => row.expiresAt ? <Time at={row.expiresAt} /> : <Nothing /> },
          { name: 'Changed', cell: row => <Time at={row.updatedAt} />, number: true },
          { name: '', cell: row => <div class="actions"><ActionButton small kind="danger" action={remove(row.key)} label={`Delete ${row.key}`}>Delete</ActionButton></div> },
        ]} />
    </Section>
  );
}

async function save(app: string, user: string, kind: string, key: string): Promise<void> {
  try {
    const blob = await download(call(operationsOf(kind).get, { path: { app, user, key } }));
    const url = URL.createObjectURL(blob);
    const anchor = Object.assign(document.createElement('a'), { href: url, download: kind === 'json' ? `${key}.json` : key });
    anchor.click();
    URL.revokeObjectURL(url);
  } catch (failure) {
    toast((failure as Error).message, { tone: 'bad' });
  }
}

function Preview({ app, user, kind, name }: { app: string; user: string; kind: string; name: string }) {
  const request = call<unknown>(operationsOf(kind).get, { path: { app, user, key: name } });
  const query = useLoad(kind === 'json' ? request.url : undefined, async () => {
    const { body, response } = await exchange(request);
    return { body, etag: response.headers.get('etag') };
  });
  return (
    <Section title={name} actions={<><Button onClick={() => void save(app, user, kind, name)}>Download</Button><button type="button" class="button quiet" onClick={() => setQuery({ key: undefined })}>Close</button></>}>
      {kind === 'json' ? <Loaded query={query}>{({ body }) => <Json value={body} />}</Loaded> : <Empty title="Files are not shown here">Download it to see it.</Empty>}
    </Section>
  );
}

/** What belongs to the user and to no app: content and calculated behavior. */
function Own({ user }: { user: string }) {
  const content = useQuery(call<Page<Value>>('ListContent', { path: { user }, query: { limit: 25 } }));
  const behavior = useQuery(call<Page<Value & { value?: unknown }>>('ListBehavior', { path: { user }, query: { limit: 25, values: true } }));
  if (!content.data?.items.length && !behavior.data?.items.length) {
    return content.error && behavior.error ? <Problem error={content.error} /> : null;
  }
  return (
    <Section title="Not in an app">
      <Facts items={[
        ...(content.data?.items ?? []).map((entry): [string, ComponentChildren] => [`Content: ${entry.key}`, <Badge>{bytes(entry.size)}</Badge>]),
        ...(behavior.data?.items ?? []).map((entry): [string, ComponentChildren] => [`Behavior: ${entry.key}`, <code>{JSON.stringify(entry.value)}</code>]),
      ]} />
    </Section>
  );
}
