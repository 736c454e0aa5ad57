import { useEffect, useRef, useState } from 'preact/hooks';
import { call, send, type Call } from '../core/api.ts';
import { may } from '../core/auth.ts';
import { secondsUntil } from '../core/format.ts';
import { usePages, useQuery } from '../core/query.ts';
import { link, route } from '../core/router.ts';
import type { Entry, Lease } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Button, CopyButton, Countdown, Id, Loaded, Problem, Status, Time } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { Events, short, Who } from '../ui/events.tsx';
import { Budget } from './pool.tsx';

/** One lease. */
export function LeasePage() {
  const id = route.value.path[2] ?? '';
  const request = call<Lease>('GetLease', { path: { id } });
  const query = useQuery(request, 4000);
  return (
    <>
      <PageHead title={<>Lease {short(id)} {query.data && <Status value={query.data.state} />}</>} crumbs={[{ text: 'Pool', href: link(['pool']) }]} request={request}
        actions={query.data && <LeaseActions lease={query.data} />} />
      <Loaded query={query}>{lease => <LeaseFacts lease={lease} />}</Loaded>
      {may('backplane/activity.read') && <LeaseHistory id={id} />}
    </>
  );
}

export function LeaseFacts({ lease }: { lease: Lease }) {
  const people = may('backplane/pool.read');
  return (
    <Facts items={[
      ['Time left', lease.state === 'active' ? <Countdown until={lease.expiresAt} /> : undefined],
      ['Account', people ? <Id value={lease.accountId} href={link(['pool', 'accounts', lease.accountId])} /> : <Id value={lease.accountId} />],
      ['Person', people ? <a href={link(['pool', 'users', lease.userId])}>{lease.userId}</a> : lease.userId],
      ['Template', lease.template],
      ['Budget', lease.budget && <Budget lease={lease} />],
      ['Extensions', `${lease.extensions} of ${lease.limits.maxExtensions}`],
      ['Members', lease.members.join(', ')],
      ['Began', <Time at={lease.createdAt} />],
      ['Ended', lease.endedAt && <><Time at={lease.endedAt} />, {lease.reason}</>],
      ['Ended by', lease.endedBy && <Who actor={lease.endedBy} />],
      ['Note', lease.note],
      ['Lease id', <Id value={lease.leaseId} />],
    ]} />
  );
}

export function LeaseActions({ lease }: { lease: Lease }) {
  const id = lease.leaseId;
  const ended = lease.state === 'ended' && 'The lease has ended';
  const extend: Action<Lease> = {
    title: 'Extend the lease',
    text: `It has been extended ${lease.extensions} times; its template allows ${lease.limits.maxExtensions}.`,
    confirm: 'Extend',
    fields: [{ name: 'extendMinutes', label: 'Minutes', kind: 'number', min: 1, value: '60', required: true }],
    call: entered => call<Lease>('ExtendLease', { path: { id }, body: { extendMinutes: Number(entered.extendMinutes) } }),
    done: 'The lease is extended',
  };
  const giveBack: Action<Lease> = {
    title: 'Return the account?',
    text: `Ends the lease of ${lease.userId}. Sessions are revoked and everything in account ${lease.accountId} is deleted. This cannot be undone.`,
    confirm: 'Return',
    danger: true,
    fields: [{ name: 'note', label: 'Reason', help: 'Optional. Kept in the history.' }],
    call: entered => call<Lease>('EndLease', { path: { id }, query: { note: entered.note } }),
    done: 'The lease has ended',
  };
  const members: Action<Lease> = {
    title: 'Members of the lease',
    text: 'Members may get credentials for the account. One address per line.',
    confirm: 'Save',
    fields: [{ name: 'members', label: 'Members', kind: 'textarea', value: lease.members.join('\n') }],
    call: entered => call<Lease>('SetLeaseMembers', { path: { id }, body: { members: (entered.members ?? '').split(/\s+/).filter(Boolean) } }),
    done: 'The members are saved',
  };
  return (
    <>
      <CredentialsButton id={id} disabled={ended} />
      <ActionButton action={extend} disabled={ended || (lease.extensions >= lease.limits.maxExtensions && 'The template allows no more extensions')}>Extend</ActionButton>
      <ActionButton action={members} disabled={ended}>Members</ActionButton>
      <ActionButton action={giveBack} kind="danger" disabled={ended}>Return</ActionButton>
    </>
  );
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: string;
  accountId: string;
  roleArn: string;
  consoleUrl?: string;
}

function CredentialsButton({ id, disabled }: { id: string; disabled: string | false }) {
  const [open, setOpen] = useState(false);
  const request = call<Credentials>('IssueCredentials', { path: { id }, body: {} });
  return (
    <>
      <Button onClick={() => setOpen(true)} kind="primary" scopes={request.scopes} disabled={disabled}>Get credentials</Button>
      {open && <CredentialsDialog request={request} close={() => setOpen(false)} />}
    </>
  );
}

/** Shows credentials once: they are asked for when the dialog opens and forgotten when it closes. */
function CredentialsDialog({ request, close }: { request: Call<Credentials>; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [result, setResult] = useState<{ credentials?: Credentials; error?: Error }>({});
  useEffect(() => {
    dialog.current?.showModal();
    send(request).then(credentials => setResult({ credentials }), (error: Error) => setResult({ error }));
  }, []);
  const { credentials, error } = result;
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="credentials" onClose={close}>
      <div class="body">
        <h2 id="credentials">Credentials</h2>
        <p class="dialog-text">They are shown once. Get new ones when you need them again.</p>
        {error && <Problem error={error} />}
        {credentials && <Secrets credentials={credentials} />}
        <div class="dialog-actions"><span class="spacer" /><button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button></div>
      </div>
    </dialog>
  );
}

function Secrets({ credentials }: { credentials: Credentials }) {
  const variables = `export AWS_ACCESS_KEY_ID=${credentials.accessKeyId}\nexport AWS_SECRET_ACCESS_KEY=${credentials.secretAccessKey}\nexport AWS_SESSION_TOKEN=${credentials.sessionToken}`;
  const rows: [string, string][] = [
    ['Access key id', credentials.accessKeyId],
    ['Secret access key', credentials.secretAccessKey],
    ['Session token', credentials.sessionToken],
    ['For a shell', variables],
  ];
  return (
    <>
      {rows.map(([name, value]) => <div class="secret" key={name}><span>{name}</span><code tabIndex={0}>{value}</code><CopyButton text={value} label={`Copy: ${name}`} /></div>)}
      <p class="note">Valid until they expire in {Math.round(secondsUntil(credentials.expiresAt) / 60)} minutes, for <code>{credentials.roleArn}</code>.
        {credentials.consoleUrl && <> <a href={credentials.consoleUrl} target="_blank" rel="noreferrer">Open the AWS console</a></>}</p>
    </>
  );
}

function LeaseHistory({ id }: { id: string }) {
  const pages = usePages<Entry>('ListActivity', {}, { subject: id }, 5000);
  return pages.items.length > 0 ? <Section title="History"><Events items={pages.items} /></Section> : null;
}
