import { call } from '../core/api.ts';
import { usePages } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Deployment } from '../core/types.ts';
import { ActionButton, Filters, SelectFilter, TextFilter, type Action } from '../ui/actions.tsx';
import { Empty, Id, Nothing, Status, Time } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';

export const STATUSES = ['INITIALIZED', 'CREATE_IN_PROGRESS', 'CREATE_COMPLETE', 'CREATE_FAILED', 'FINISHED', 'DESTROY_REQUESTED', 'DESTROY_IN_PROGRESS', 'DESTROY_FAILED'];

const REGISTER: Action = {
  title: 'Register a deployment',
  text: 'A pipeline does this when it begins to deploy a version of a site.',
  confirm: 'Register',
  fields: [
    { name: 'id', label: 'Id', help: 'Generated if empty' },
    { name: 'project', label: 'Project' },
    { name: 'branch', label: 'Branch' },
    { name: 'commit', label: 'Commit' },
    { name: 'message', label: 'Message' },
  ],
  call: entered => call('CreateDeployment', { body: given(entered) }),
  done: 'The deployment is registered',
};

/** Returns the entered values that are not empty. */
export const given = (entered: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''));

/** Deployments by project, branch and status. */
export function Deployments() {
  const { project, branch, status } = route.value.query;
  // The API filters by one of branch and status, and only within a project.
  const filter = project ? { project, ...(branch ? { branch } : { status }) } : {};
  const pages = usePages<Deployment>('ListDeployments', {}, filter, 5000);
  return (
    <>
      <PageHead title="Deployments" note="Versions of sites, newest first. Aliases point host names at them." request={call('ListDeployments', { query: filter })}
        actions={<ActionButton action={REGISTER} kind="primary">Register</ActionButton>} />
      <Section title={project ? `Deployments of ${project}` : 'All projects'}>
        <Filters>
          <TextFilter label="Project" value={project ?? ''} set={value => setQuery({ project: value || undefined, branch: undefined, status: undefined })} placeholder="storefront" />
          {project && <TextFilter label="Branch" value={branch ?? ''} set={value => setQuery({ branch: value || undefined, status: undefined })} placeholder="main" />}
          {project && <SelectFilter label="Status" value={status ?? ''} options={STATUSES} set={value => setQuery({ status: value || undefined, branch: undefined })} />}
        </Filters>
        <PagedTable pages={pages} label="Deployments" keyOf={row => row.id}
          empty={<Empty title="No deployments">{project ? 'This project has none that match.' : 'Register one with the API, the command line or the button above.'}</Empty>}
          columns={[
            { name: 'Deployment', cell: row => <Id value={row.id} href={link(['deployments', row.id])} /> },
            { name: 'Status', cell: row => <Status value={row.status} /> },
            ...(project ? [
              { name: 'Branch', cell: (row: Deployment) => row.branch ? <a href={link(['deployments'], { project, branch: row.branch })}>{row.branch}</a> : <Nothing /> },
              { name: 'Commit', cell: (row: Deployment) => row.commit ? <span title={row.message}><code>{row.commit}</code> {row.message}</span> : <Nothing /> },
            ] : []),
            { name: 'Own alias', cell: row => row.deploymentAlias ? <a href={link(['aliases', row.deploymentAlias])}>{row.deploymentAlias}</a> : <Nothing /> },
            { name: 'Created', cell: row => <Time at={row.createdAt} />, number: true },
          ]} />
      </Section>
      {project && <RetentionNote project={project} />}
    </>
  );
}

function RetentionNote({ project }: { project: string }) {
  return <p class="note"><a href={link(['projects', project])}>Which deployments of {project} are kept</a></p>;
}
