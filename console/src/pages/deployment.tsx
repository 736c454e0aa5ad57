import { call } from '../core/api.ts';
import { usePages, useQuery } from '../core/query.ts';
import { go, link, route } from '../core/router.ts';
import type { Alias, Deployment, Entry } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Id, Json, Loaded, More, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { Events, Who } from '../ui/events.tsx';
import { PagedTable } from '../ui/table.tsx';
import { STATUSES } from './deployments.tsx';

const LIVE_MS = 3000;

/** One deployment with its aliases and its history. */
export function DeploymentPage() {
  const id = route.value.path[1] ?? '';
  const request = call<Deployment>('GetDeployment', { path: { id } });
  const query = useQuery(request, LIVE_MS);
  const point: Action = {
    title: `Point an alias at ${id}`,
    text: 'An alias that exists moves only if you allow it. The move can be undone.',
    confirm: 'Point',
    fields: [
      { name: 'alias', label: 'Host name and path', required: true, placeholder: 'shop.example.com' },
      { name: 'override', label: 'Move the alias if it exists', kind: 'checkbox' },
    ],
    reason: true,
    call: entered => call('CreateAlias', { body: { alias: entered.alias ?? '', target: id, ...(entered.override === 'true' ? { override: true } : {}), ...(entered.reason ? { reason: entered.reason } : {}) } }),
    done: 'The alias points here',
  };
  const remove: Action = {
    title: `Delete deployment ${id}?`,
    text: 'A deployment with a stack is marked for destruction: its pipeline destroys the stack and then reports it. Aliases that point here prevent it.',
    confirm: 'Delete',
    danger: true,
    reason: true,
    call: entered => call('DeleteDeployment', { path: { id }, query: { reason: entered.reason } }),
    done: 'The deletion is requested',
    then: () => go(['deployments']),
  };
  return (
    <>
      <PageHead title={<>{id} {query.data && <Status value={query.data.status} />}</>} crumbs={[{ text: 'Deployments', href: link(['deployments']) }]} request={request}
        note={query.data?.message}
        actions={<><ActionButton action={point} kind="primary">Point an alias here</ActionButton><ActionButton action={statusAction(id, query.data?.status)}>Change status</ActionButton><ActionButton action={remove} kind="danger">Delete</ActionButton></>} />
      <Loaded query={query}>
        {deployment => (
          <>
            <Facts items={[
              ['Project', deployment.project && <a href={link(['deployments'], { project: deployment.project })}>{deployment.project}</a>],
              ['Branch', deployment.branch && <a href={link(['deployments'], { project: deployment.project, branch: deployment.branch })}>{deployment.branch}</a>],
              ['Commit', deployment.commit && <Id value={deployment.commit} />],
              ['Stack', deployment.cloudFormationStack && <Id value={deployment.cloudFormationStack} />],
              ['Own alias', deployment.deploymentAlias && <a href={link(['aliases', deployment.deploymentAlias])}>{deployment.deploymentAlias}</a>],
              ['Template', deployment.template],
              ['Created', <Time at={deployment.createdAt} />],
              ['Created by', deployment.createdBy && <Who actor={deployment.createdBy} />],
            ]} />
            <More summary="Routes and prerenders"><Json value={{ routes: deployment.routes, lambdaRoutes: deployment.lambdaRoutes, prerenders: deployment.prerenders }} /></More>
          </>
        )}
      </Loaded>
      <div class="grid-2"><Aliases id={id} /><History id={id} /></div>
    </>
  );
}

function statusAction(id: string, current?: string): Action {
  return {
    title: `Change the status of ${id}`,
    text: 'A pipeline does this. The service refuses changes that its life cycle does not have.',
    confirm: 'Change',
    fields: [
      { name: 'status', label: 'Status', kind: 'select', options: STATUSES, value: current ?? 'INITIALIZED' },
      { name: 'cloudFormationStack', label: 'Stack', help: 'Required once the creation begins' },
    ],
    reason: true,
    call: entered => call('UpdateDeploymentStatus', {
      path: { id },
      body: { status: entered.status, ...(entered.cloudFormationStack ? { cloudFormationStack: entered.cloudFormationStack } : {}), ...(entered.reason ? { reason: entered.reason } : {}) },
    }),
    done: 'The status is changed',
  };
}

function Aliases({ id }: { id: string }) {
  const pages = usePages<Alias>('ListAliases', {}, { deploymentId: id });
  return (
    <Section title="Aliases">
      <PagedTable pages={pages} label="Aliases of this deployment" keyOf={row => row.id + row.variant} empty="No alias points here."
        columns={[
          { name: 'Alias', cell: row => <a href={link(['aliases', row.id])}>{row.id}</a> },
          { name: 'Kind', cell: row => <Badge>{row.variant === 'new' ? 'share of traffic' : row.deploymentAlias ? 'own' : 'pointed here'}</Badge> },
          { name: 'Since', cell: row => <Time at={row.createdAt} />, number: true },
        ]} />
    </Section>
  );
}

function History({ id }: { id: string }) {
  const pages = usePages<Entry>('ListActivity', {}, { subject: id, limit: 25 });
  return (
    <Section title="History">
      {pages.items.length ? <Events items={pages.items} /> : <Empty title={pages.loading ? 'Loading' : 'No events yet'}>{pages.error?.message}</Empty>}
    </Section>
  );
}
