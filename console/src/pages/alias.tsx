import { call, type Call } from '../core/api.ts';
import { sentence } from '../core/format.ts';
import { usePages, useQuery } from '../core/query.ts';
import { go, link, route } from '../core/router.ts';
import type { Alias, AliasChange } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Countdown, Empty, Loaded, Loading, Mark, Meter, Time, type Tone } from '../ui/basics.tsx';
import { Facts, PageHead, Section } from '../ui/page.tsx';
import { Who } from '../ui/events.tsx';
import { LoadMore } from '../ui/table.tsx';

const LIVE_MS = 4000;

function getAlias(id: string): Call<Alias> {
  const [hostname = '', ...rest] = id.split('/');
  const basePath = rest.join('/').replace(/\/$/, '');
  return basePath ? call('GetAliasBelowPath', { path: { hostname, basePath } }) : call('GetAlias', { path: { hostname } });
}

function deleteAlias(id: string, reason?: string): Call<Alias> {
  const [hostname = '', ...rest] = id.split('/');
  const basePath = rest.join('/').replace(/\/$/, '');
  return basePath ? call('DeleteAliasBelowPath', { path: { hostname, basePath }, query: { reason } }) : call('DeleteAlias', { path: { hostname }, query: { reason } });
}

const because = (reason?: string) => (reason ? { reason } : {});

function actionsOf(alias: Alias): Record<'move' | 'rollBack' | 'lock' | 'unlock' | 'split' | 'endSplit' | 'remove', Action<Alias>> {
  const { id } = alias;
  const back = (result: Alias) => (result.previousDeployment
    ? call('CreateAlias', { body: { alias: id, target: result.previousDeployment, override: true, expectedDeployment: result.deployment, reason: 'Undo' } }) : undefined);
  return {
    move: {
      title: `Move ${id}`,
      text: `It points at ${alias.deployment} now. The move fails if somebody else moves it first.`,
      confirm: 'Move',
      fields: [{ name: 'target', label: 'Deployment', required: true }],
      reason: true,
      call: entered => call<Alias>('CreateAlias', { body: { alias: id, target: entered.target ?? '', override: true, expectedDeployment: alias.deployment, ...because(entered.reason) } }),
      done: 'The alias moved',
      undo: back,
    },
    rollBack: {
      title: `Roll back ${id}?`,
      text: 'Points it at the deployment that it had before. Its current one is not changed.',
      confirm: 'Roll back',
      danger: true,
      fields: [{ name: 'toRevision', label: 'To revision', kind: 'number', min: 1, help: 'The previous deployment if empty' }],
      reason: true,
      call: entered => call<Alias>('RollBackAlias', { body: { alias: id, expectedDeployment: alias.deployment, ...(entered.toRevision ? { toRevision: Number(entered.toRevision) } : {}), ...because(entered.reason) } }),
      done: result => `Rolled back to ${result.deployment}`,
      undo: back,
    },
    lock: {
      title: `Lock ${id}?`,
      text: 'Nobody can move or delete it until it is unlocked.',
      confirm: 'Lock',
      reason: true,
      call: entered => call<Alias>('LockAlias', { body: { alias: id, ...because(entered.reason) } }),
      done: 'The alias is locked',
      undo: () => call('UnlockAlias', { query: { alias: id } }),
    },
    unlock: {
      title: `Unlock ${id}?`,
      text: 'It can be moved and deleted again.',
      confirm: 'Unlock',
      reason: true,
      call: entered => call<Alias>('UnlockAlias', { query: { alias: id, reason: entered.reason } }),
      done: 'The alias is unlocked',
      undo: () => call('LockAlias', { body: { alias: id } }),
    },
    split: {
      title: `Split ${id}`,
      text: 'Sends a share of the visitors to a second deployment. The same visitor always gets the same one.',
      confirm: 'Split',
      fields: [
        { name: 'deployment', label: 'Second deployment', required: true, value: alias.split?.deployment },
        { name: 'percent', label: 'Share', kind: 'range', min: 1, max: 99, value: String(alias.split?.percent ?? 10) },
      ],
      reason: true,
      call: entered => call<Alias>('SplitAlias', { body: { alias: id, deployment: entered.deployment ?? '', percent: Number(entered.percent), ...because(entered.reason) } }),
      done: 'The traffic is split',
      undo: () => call('EndAliasSplit', { query: { alias: id, keep: 'stable' } }),
    },
    endSplit: {
      title: `End the split of ${id}?`,
      text: 'All visitors get one deployment again.',
      confirm: 'End',
      fields: [{ name: 'keep', label: 'Keep', kind: 'select', options: ['stable', 'new'], value: 'stable' }],
      reason: true,
      call: entered => call<Alias>('EndAliasSplit', { query: { alias: id, keep: entered.keep, reason: entered.reason } }),
      done: 'The split has ended',
    },
    remove: {
      title: `Delete ${id}?`,
      text: `Requests for it fail, or reach another alias. It points at ${alias.deployment} now.`,
      confirm: 'Delete',
      danger: true,
      reason: true,
      call: entered => deleteAlias(id, entered.reason),
      done: 'The alias is deleted',
      undo: () => call('CreateAlias', { body: { alias: id, target: alias.deployment, reason: 'Undo' } }),
      then: () => go(['aliases'], { domain: id.split('/')[0] }),
    },
  };
}

/** One alias with its history. */
export function AliasPage() {
  const id = route.value.path[1] ?? '';
  const request = getAlias(id);
  const query = useQuery<Alias>(request, LIVE_MS);
  const domain = (id.split('/')[0] ?? '').replace(/^\*\./, '').split('.').slice(-2).join('.');
  const head = { crumbs: [{ text: 'Aliases', href: link(['aliases'], { domain }) }], request };
  return (
    <>
      {query.data ? <PageHead {...head} title={<>{id}{query.data.locked && <Badge tone="warn">locked</Badge>}</>} actions={<Actions alias={query.data} />} /> : <PageHead {...head} title={id} />}
      <Loaded query={query} rows={2}>{alias => <Details alias={alias} />}</Loaded>
      <History id={id} />
    </>
  );
}

function Actions({ alias }: { alias: Alias }) {
  const actions = actionsOf(alias);
  const blocked = alias.deploymentAlias ? 'The alias belongs to its deployment' : alias.locked ? 'The alias is locked' : false;
  return (
    <>
      <ActionButton action={actions.move} kind="primary" disabled={blocked}>Move</ActionButton>
      <ActionButton action={actions.rollBack} disabled={blocked}>Roll back</ActionButton>
      {alias.split ? <ActionButton action={actions.endSplit} disabled={blocked}>End split</ActionButton> : <ActionButton action={actions.split} disabled={blocked}>Split</ActionButton>}
      {alias.locked ? <ActionButton action={actions.unlock}>Unlock</ActionButton> : <ActionButton action={actions.lock} disabled={alias.deploymentAlias && 'The alias belongs to its deployment'}>Lock</ActionButton>}
      <ActionButton action={actions.remove} kind="danger" disabled={blocked}>Delete</ActionButton>
    </>
  );
}

function Details({ alias }: { alias: Alias }) {
  return (
    <Facts items={[
      ['Deployment', <a href={link(['deployments', alias.deployment])} class="mono">{alias.deployment}</a>],
      ['Revision', alias.revision],
      ['Since', <Time at={alias.createdAt} />],
      ['Expires in', alias.expiresAt && <Countdown until={alias.expiresAt} />],
      ['Split', alias.split && (
        <span class="stack">
          <span><b>{alias.split.percent} %</b> to <a href={link(['deployments', alias.split.deployment])} class="mono">{alias.split.deployment}</a></span>
          <Meter value={alias.split.percent} max={100} label="Share of the second deployment" />
        </span>
      )],
      ['Resolve', <a href={link(['resolve'], { url: alias.id.replace(/^\*\./, 'any.') })}>Which alias answers here</a>],
    ]} />
  );
}

const TONES: Record<string, Tone> = { rolledBack: 'warn', undone: 'warn', locked: 'warn', deleted: 'bad', expired: 'bad' };

function History({ id }: { id: string }) {
  const pages = usePages<AliasChange>('ListAliasHistory', {}, { alias: id }, LIVE_MS);
  return (
    <Section title="History">
      {pages.items.length > 0 ? (
        <ol class="timeline">
          {pages.items.map(change => (
            <li key={change.revision}>
              <Mark tone={TONES[change.kind] ?? 'ok'} />
              <span><b>{sentence(change.kind)}</b>{change.deployment && <> {change.previousDeployment && change.previousDeployment !== change.deployment && <><code>{change.previousDeployment}</code> → </>}<a class="mono" href={link(['deployments', change.deployment])}>{change.deployment}</a></>}</span>
              <span class="when"><Time at={change.at} /></span>
              <div class="details">revision {change.revision}{change.split && <> · {change.split.percent} % to <code>{change.split.deployment}</code></>}{change.actor && <> · by <Who actor={change.actor} /></>}{change.reason && <> · {change.reason}</>}</div>
            </li>
          ))}
        </ol>
      ) : pages.loading ? <Loading /> : <Empty title="No history">{pages.error?.message}</Empty>}
      <LoadMore pages={pages} />
    </Section>
  );
}
