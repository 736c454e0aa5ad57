import { call } from '../core/api.ts';
import { callerId, may } from '../core/auth.ts';
import { bytes, time } from '../core/format.ts';
import { usePages } from '../core/query.ts';
import { go, link, route } from '../core/router.ts';
import type { App } from '../core/types.ts';
import { ActionButton, TextFilter, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Nothing, Time } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';
import { UserData } from './user.tsx';

const CREATE: Action = {
  title: 'Register an app',
  confirm: 'Register',
  fields: [
    { name: 'name', label: 'Name', required: true },
    { name: 'quotaBytes', label: 'Quota per user in bytes', kind: 'number', min: 0, help: 'None if empty' },
  ],
  call: entered => call('CreateApp', { body: { name: entered.name ?? '', ...(entered.quotaBytes ? { quotaBytes: Number(entered.quotaBytes) } : {}) } }),
  done: 'The app is registered',
};

/** The apps with their quotas. A plain user sees their own data. */
export function UserdataPage() {
  if (!may('backplane/userdata.service', 'backplane/userdata.admin')) {
    return <UserData user={callerId.value} own />;
  }
  const pages = usePages<App>('ListApps', {}, {});
  return (
    <>
      <PageHead title="User data" note="What apps keep about people: values, files and counters, within a quota per person." request={call('ListApps')}
        actions={<ActionButton action={CREATE} kind="primary">Register an app</ActionButton>} />
      <Section title="Find a person">
        <TextFilter label="User id" value="" placeholder="anna@example.com" set={user => user && go(['userdata', 'users', user])} />
      </Section>
      <Section title="Apps">
        <PagedTable pages={pages} label="Apps" keyOf={row => row.name} empty={<Empty title="No apps yet">An app is a name space for data of users, with a quota.</Empty>}
          columns={[
            { name: 'App', cell: row => <a href={link(['userdata', row.name])}>{row.name}</a> },
            { name: 'Quota per user', cell: row => row.quotaBytes === null ? <Badge>none</Badge> : bytes(row.quotaBytes), number: true },
            { name: 'Created', cell: row => <Time at={row.createdAt} />, number: true },
            { name: 'Changed', cell: row => <span title={time(row.updatedAt)}><Time at={row.updatedAt} /></span>, number: true },
          ]} />
      </Section>
    </>
  );
}

interface AppUser {
  user: string;
  realms: string[];
}

/** One app and the users who have data in it. */
export function AppPage() {
  const app = route.value.path[1] ?? '';
  const request = call<App>('GetApp', { path: { app } });
  const pages = usePages<AppUser>('ListAppUsers', { app }, {});
  const quota: Action = {
    title: `Quota of ${app}`,
    text: 'Applies to each user. Data beyond a lower quota is kept, but cannot grow.',
    confirm: 'Set',
    fields: [{ name: 'quotaBytes', label: 'Bytes per user', kind: 'number', min: 0, required: true }],
    call: entered => call('SetQuota', { path: { app }, body: { quotaBytes: Number(entered.quotaBytes) } }),
    done: 'The quota is set',
  };
  const unlimited: Action = {
    title: `Remove the quota of ${app}?`,
    text: 'Users of the app can store without a limit.',
    confirm: 'Remove',
    danger: true,
    call: () => call('RemoveQuota', { path: { app } }),
    done: 'The quota is removed',
  };
  const remove: Action = {
    title: `Delete ${app}?`,
    text: 'Only an app without data can be deleted.',
    confirm: 'Delete',
    danger: true,
    call: () => call('DeleteApp', { path: { app } }),
    done: 'The app is deleted',
    then: () => go(['userdata']),
  };
  return (
    <>
      <PageHead title={app} crumbs={[{ text: 'User data', href: link(['userdata']) }]} request={request}
        actions={<><ActionButton action={quota}>Set quota</ActionButton><ActionButton action={unlimited}>Remove quota</ActionButton><ActionButton action={remove} kind="danger">Delete</ActionButton></>} />
      <Section title="Users with data">
        <PagedTable pages={pages} label="Users" keyOf={row => row.user} empty={<Empty title="No data yet">Nobody has data in this app.</Empty>}
          columns={[
            { name: 'User', cell: row => <a href={link(['userdata', 'users', row.user], { app })}>{row.user}</a> },
            { name: 'Kinds', cell: row => row.realms.length ? row.realms.map(realm => <Badge key={realm}>{realm}</Badge>) : <Nothing /> },
          ]} />
      </Section>
    </>
  );
}
