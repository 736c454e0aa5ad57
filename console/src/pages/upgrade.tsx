import { call } from '../core/api.ts';
import { number } from '../core/format.ts';
import { usePages, useQuery } from '../core/query.ts';
import { link, route } from '../core/router.ts';
import type { TenantSummary } from '../core/types.ts';
import { ActionButton } from '../ui/actions.tsx';
import { Empty, Loaded, Meter, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';
import { UPGRADE } from './tenants.tsx';

interface Progress {
  version: string;
  started: number;
  succeeded: number;
  failed: number;
  remaining: number;
}

/** The progress of an upgrade of all tenants. */
export function UpgradePage() {
  const version = route.value.path[1] ?? '';
  const request = call<Progress>('GetUpgrade', { path: { version } });
  const query = useQuery(request, 3000);
  return (
    <>
      <PageHead title={`Upgrade to ${version}`} crumbs={[{ text: 'Tenants', href: link(['tenants']) }]} request={request}
        note="Run it with few tenants at a time first, and look at the failures before you go on."
        actions={<ActionButton action={UPGRADE}>Upgrade all</ActionButton>} />
      <Loaded query={query} rows={2}>
        {progress => {
          const all = progress.started + progress.succeeded + progress.failed + progress.remaining;
          return all === 0 ? <Empty title="No tenant was updated to this version">New tenants get the version of the suite; others keep theirs until they are updated.</Empty> : (
            <div class="card stack">
              <p><b>{number(progress.succeeded)}</b> of {number(all)} tenants are updated.</p>
              <Meter value={progress.succeeded + progress.failed} max={all} label="Tenants whose update has ended" tone={progress.failed ? 'warn' : 'ok'} />
              <Facts items={[['Running', number(progress.started)], ['Succeeded', number(progress.succeeded)], ['Failed', number(progress.failed)], ['Remaining', number(progress.remaining)]]} />
            </div>
          );
        }}
      </Loaded>
      <Failures />
    </>
  );
}

function Failures() {
  const pages = usePages<TenantSummary>('ListTenants', {}, { status: 'failed' }, 5000);
  return (
    <Section title="Failed tenants">
      <PagedTable pages={pages} label="Failed tenants" keyOf={row => row.tenantId} empty={<Empty title="No tenant has failed." />}
        columns={[
          { name: 'Tenant', cell: row => <a href={link(['tenants', row.tenantId])}>{row.tenantId}</a> },
          { name: 'Status', cell: row => <Status value={row.status} /> },
          { name: 'Version', cell: row => row.version ?? '' },
          { name: 'Changed', cell: row => <Time at={row.updatedAt} />, number: true },
        ]} />
    </Section>
  );
}
