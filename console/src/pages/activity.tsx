import { call } from '../core/api.ts';
import { usePages } from '../core/query.ts';
import { route, setQuery } from '../core/router.ts';
import type { Entry } from '../core/types.ts';
import { Filters, SelectFilter, TextFilter } from '../ui/actions.tsx';
import { Empty, Loading, Problem } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { Events } from '../ui/events.tsx';
import { LoadMore } from '../ui/table.tsx';

const SERVICES = ['deployments', 'layers', 'pool', 'tenants', 'userdata'];
const LIVE_MS = 3000;

/** The audit trail: who did what, when and why. */
export function Activity() {
  const { subject, actor, service, type } = route.value.query;
  // The API takes one of these at a time; the type is filtered here, within the pages that were read.
  const filter = { subject, actor, service };
  const pages = usePages<Entry>('ListActivity', {}, filter, LIVE_MS);
  const only = (name: string, value: string) =>
    setQuery({ subject: undefined, actor: undefined, service: undefined, [name]: value || undefined });
  const shown = type ? pages.items.filter(entry => entry.type.toLowerCase().includes(type.toLowerCase())) : pages.items;
  return (
    <>
      <PageHead title="Activity" note="Every change of the suite: who did what, when and why. New events appear by themselves; events are kept for 90 days."
        request={call('ListActivity', { query: filter })} />
      <Section title="Events">
        <Filters>
          <SelectFilter label="Service" value={service ?? ''} options={SERVICES} set={value => only('service', value)} />
          <TextFilter label="Resource id" value={subject ?? ''} set={value => only('subject', value)} placeholder="acme, shop.example.com/" />
          <TextFilter label="Actor" value={actor ?? ''} set={value => only('actor', value)} placeholder="ann@example.com" />
          <TextFilter label="Type" value={type ?? ''} set={value => setQuery({ type: value || undefined })} placeholder="LeaseEnded" />
        </Filters>
        {pages.error && <Problem error={pages.error} />}
        {shown.length > 0 ? <Events items={shown} details />
          : pages.loading ? <Loading /> : !pages.error && <Empty title="No events">{filter.subject || filter.actor || filter.service || type ? 'Nothing matches these filters.' : 'Whatever changes in the suite appears here.'}</Empty>}
        <LoadMore pages={pages} />
      </Section>
    </>
  );
}
