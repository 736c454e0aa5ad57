import { call, Refusal } from '../core/api.ts';
import { usePages, useQuery } from '../core/query.ts';
import { link, route } from '../core/router.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Loaded, Problem, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { Who } from '../ui/events.tsx';
import { PagedTable } from '../ui/table.tsx';
import type { Actor } from '../core/types.ts';

interface Retention {
  keepLast?: number;
  keepDays?: number;
  updatedAt: string;
  updatedBy: Actor;
}

interface Expiration {
  id: string;
  status: string;
  createdAt: string;
  branch?: string;
  action: string;
  why: string;
}

const optional = (value?: string): number | null => (value ? Number(value) : null);

/** Which deployments of a project are kept. */
export function ProjectPage() {
  const project = route.value.path[1] ?? '';
  const request = call<Retention>('GetRetention', { path: { project } });
  const query = useQuery(request);
  const none = query.error instanceof Refusal && query.error.status === 404;
  const set: Action = {
    title: `Keep deployments of ${project}`,
    text: 'What no rule keeps is destroyed or deleted by the next sweep. Deployments with aliases are always kept.',
    confirm: 'Save',
    fields: [
      { name: 'keepLast', label: 'The last per branch', kind: 'number', min: 1, value: String(query.data?.keepLast ?? 10) },
      { name: 'keepDays', label: 'Those of the last days', kind: 'number', min: 1, value: String(query.data?.keepDays ?? 30) },
    ],
    call: entered => call('PutRetention', { path: { project }, body: { keepLast: optional(entered.keepLast), keepDays: optional(entered.keepDays) } }),
    done: 'The policy is saved',
  };
  const sweep: Action = {
    title: `Sweep ${project} now?`,
    text: 'Destroys or deletes what the preview below lists.',
    confirm: 'Sweep',
    danger: true,
    call: () => call('RunRetention', { path: { project } }),
    done: 'The sweep has begun',
  };
  return (
    <>
      <PageHead title={`Retention of ${project}`} crumbs={[{ text: 'Deployments', href: link(['deployments'], { project }) }]} request={request}
        actions={<><ActionButton action={set} kind="primary">Set the policy</ActionButton><ActionButton action={sweep} kind="danger" disabled={none && 'There is no policy'}>Sweep now</ActionButton></>} />
      {none ? <Empty title="No policy">Every deployment of this project is kept.</Empty> : (
        <Loaded query={query} rows={1}>
          {policy => <Facts items={[['Keep the last', policy.keepLast], ['Keep for', policy.keepDays && `${policy.keepDays} days`], ['Changed', <Time at={policy.updatedAt} />], ['By', <Who actor={policy.updatedBy} />]]} />}
        </Loaded>
      )}
      {query.data && <Preview project={project} />}
      {query.error && !none && <Problem error={query.error} />}
    </>
  );
}

function Preview({ project }: { project: string }) {
  const pages = usePages<Expiration>('PreviewRetention', { project }, {});
  return (
    <Section title="What the next sweep removes">
      <PagedTable pages={pages} label="Deployments that are not kept" keyOf={row => row.id} empty="Everything is kept."
        columns={[
          { name: 'Deployment', cell: row => <a href={link(['deployments', row.id])}>{row.id}</a> },
          { name: 'Status', cell: row => <Status value={row.status} /> },
          { name: 'Action', cell: row => <Badge tone="warn">{row.action}</Badge> },
          { name: 'Why', cell: row => row.why },
          { name: 'Created', cell: row => <Time at={row.createdAt} />, number: true },
        ]} />
    </Section>
  );
}
