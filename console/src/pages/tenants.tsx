import { call } from '../core/api.ts';
import { usePages } from '../core/query.ts';
import { go, link, route, setQuery } from '../core/router.ts';
import type { TenantSummary } from '../core/types.ts';
import { ActionButton, Filters, SelectFilter, TextFilter, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Id, Nothing, Status, Time } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';

const STATUSES = ['registered', 'provisioning', 'ready', 'failed', 'updating', 'suspended', 'deleting', 'deleted'];

const REGISTER: Action = {
  title: 'Register a tenant',
  text: 'A tenant gets its queue on first use, or at once if you provision it.',
  confirm: 'Register',
  fields: [
    { name: 'tenantId', label: 'Id', required: true, placeholder: 'acme' },
    { name: 'name', label: 'Name' },
    { name: 'tier', label: 'Tier', placeholder: 'standard' },
    { name: 'provision', label: 'Provision it at once', kind: 'checkbox', value: 'true' },
  ],
  call: entered => call('RegisterTenant', {
    path: { tenantId: entered.tenantId },
    body: { ...(entered.name ? { name: entered.name } : {}), ...(entered.tier ? { tier: entered.tier } : {}), ...(entered.provision === 'true' ? { provision: true } : {}) },
  }),
  done: 'The tenant is registered',
};

interface Started {
  version: string;
  tenants: number;
  execution: string | null;
}

export const UPGRADE: Action<Started> = {
  title: 'Upgrade all tenants?',
  text: 'Updates the stack of every tenant to the version of this suite, some at a time, and stops when too many fail. A dry run only counts them.',
  confirm: 'Start',
  danger: true,
  fields: [
    { name: 'dryRun', label: 'Dry run', kind: 'checkbox', value: 'true' },
    { name: 'maxConcurrency', label: 'At a time', kind: 'number', min: 1, help: 'Start with few as a canary' },
    { name: 'toleratedFailurePercentage', label: 'Tolerated failures in percent', kind: 'number', min: 0, max: 100 },
  ],
  reason: true,
  call: entered => call<Started>('UpgradeTenants', {
    body: {
      ...(entered.dryRun === 'true' ? { dryRun: true } : {}),
      ...(entered.maxConcurrency ? { maxConcurrency: Number(entered.maxConcurrency) } : {}),
      ...(entered.toleratedFailurePercentage ? { toleratedFailurePercentage: Number(entered.toleratedFailurePercentage) } : {}),
      ...(entered.reason ? { reason: entered.reason } : {}),
    },
  }),
  done: result => (result.execution ? `The upgrade to ${result.version} has begun` : `${result.tenants} tenants would be updated to ${result.version}`),
  then: result => go(['upgrades', result.version]),
};

/** Tenants with their status and tier. */
export function Tenants() {
  const { status, tier } = route.value.query;
  const filter = { status, tier };
  const pages = usePages<TenantSummary>('ListTenants', {}, filter, 4000);
  return (
    <>
      <PageHead title="Tenants" note="Customers with a stack and queues of their own." request={call('ListTenants', { query: filter })}
        actions={<><ActionButton action={REGISTER} kind="primary">Register</ActionButton><ActionButton action={UPGRADE}>Upgrade all</ActionButton></>} />
      <Section title="All tenants">
        <Filters>
          <SelectFilter label="Status" value={status ?? ''} options={STATUSES} set={value => setQuery({ status: value || undefined, tier: undefined })} />
          <TextFilter label="Tier" value={tier ?? ''} set={value => setQuery({ tier: value || undefined, status: undefined })} placeholder="premium" />
        </Filters>
        <PagedTable pages={pages} label="Tenants" keyOf={row => row.tenantId}
          empty={<Empty title="No tenants">{status || tier ? 'None matches these filters.' : 'A tenant is created on first use, or with the button above.'}</Empty>}
          columns={[
            { name: 'Tenant', cell: row => <Id value={row.tenantId} href={link(['tenants', row.tenantId])} /> },
            { name: 'Name', cell: row => row.name ?? <Nothing /> },
            { name: 'Tier', cell: row => row.tier ? <Badge>{row.tier}</Badge> : <Nothing /> },
            { name: 'Status', cell: row => <Status value={row.status} /> },
            { name: 'Version', cell: row => row.version ? <a href={link(['upgrades', row.version])}>{row.version}</a> : <Nothing />, number: true },
            { name: 'Changed', cell: row => <Time at={row.updatedAt} />, number: true },
          ]} />
      </Section>
    </>
  );
}
