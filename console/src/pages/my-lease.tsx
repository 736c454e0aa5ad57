import { call, newKey, Refusal } from '../core/api.ts';
import { callerId } from '../core/auth.ts';
import { useQuery } from '../core/query.ts';
import type { Lease } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Empty, Loaded } from '../ui/basics.tsx';
import { PageHead } from '../ui/page.tsx';
import { LeaseActions, LeaseFacts } from './lease.tsx';

/** What a plain user sees of the pool. */
export function MyLease() {
  const request = call<{ userId: string; lease: Lease | null }>('GetUser', { path: { userId: callerId.value } });
  const query = useQuery(request, 5000);
  const claim: Action<Lease> = {
    title: 'Claim an account',
    text: 'You get an account of your own for a limited time. Everything in it is deleted afterwards.',
    confirm: 'Claim',
    fields: [{ name: 'template', label: 'Template', help: 'The default if empty' }],
    call: entered => call<Lease>('CreateLease', { headers: { 'idempotency-key': newKey() }, body: { userId: callerId.value, ...(entered.template ? { template: entered.template } : {}) } }),
    done: lease => `Account ${lease.accountId} is yours`,
  };
  const unknown = query.error instanceof Refusal && query.error.status === 404;
  const lease = query.data?.lease;
  const none = <Empty title="You have no lease">Claim an account to try something out. <br /><ActionButton action={claim} kind="primary">Claim an account</ActionButton></Empty>;
  return (
    <>
      <PageHead title="My lease" request={request} actions={lease && <LeaseActions lease={lease} />} />
      {unknown ? none : <Loaded query={query}>{user => (user.lease ? <LeaseFacts lease={user.lease} /> : none)}</Loaded>}
    </>
  );
}
