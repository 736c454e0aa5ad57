import { useState } from 'preact/hooks';
import { call, Refusal } from '../core/api.ts';
import { config } from '../core/config.ts';
import { secondsUntil } from '../core/format.ts';
import { usePages, useQuery, type Page } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Build, Coverage, Layer } from '../core/types.ts';
import { ActionButton, Input, type Action } from '../ui/actions.tsx';
import { Badge, Countdown, Empty, Id, Loaded, Mark, Meter, Nothing, Status, Time } from '../ui/basics.tsx';
import { PageHead, Section, Tabs } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';

const EXPIRY_SECONDS = 14 * 86_400;

/** One package: its versions in a region, its regions, and the differences between builds. */
export function PackagePage() {
  const name = route.value.path[1] ?? '';
  const region = route.value.query.region ?? config().region;
  const tab = route.value.query.tab ?? 'versions';
  const tabs = [{ id: 'versions', text: 'Versions', href: link(['layers', name], { region }) }, { id: 'builds', text: 'Builds', href: link(['layers', name], { region, tab: 'builds' }) }];
  const request = tab === 'builds' ? call('ListBuilds', { path: { package: name } }) : call('ListLayerVersions', { path: { region, package: name } });
  return (
    <>
      <PageHead title={name} crumbs={[{ text: 'Layers', href: link(['layers']) }]} request={request} />
      <Regions name={name} region={region} />
      <Tabs items={tabs} current={tab} />
      {tab === 'builds' ? <Builds name={name} /> : <Versions name={name} region={region} />}
    </>
  );
}

function Regions({ name, region }: { name: string; region: string }) {
  const query = useQuery(call<Coverage>('GetPackageCoverage', { path: { package: name } }));
  return (
    <Loaded query={query} rows={1}>
      {coverage => (
        <nav class="lanes" aria-label="Regions">
          {coverage.regions.map(entry => (
            <a key={entry.region} class="lane" href={link(['layers', name], { region: entry.region })} aria-current={entry.region === region ? 'page' : undefined}>
              <Status value={entry.status} /><span>{entry.region}</span><small>{entry.packageVersion ?? 'no version'}</small>
            </a>
          ))}
        </nav>
      )}
    </Loaded>
  );
}

const because = (entered: Record<string, string>) => (entered.reason ? { reason: entered.reason } : {});

function actionsOf(layer: Layer): { hold: Action; release: Action; expiry: Action; remove: Action } {
  const path = { region: layer.region, package: layer.package, version: layer.layerVersion };
  const what = `version ${layer.layerVersion} of ${layer.package} in ${layer.region}`;
  return {
    hold: {
      title: `Hold ${what}?`,
      text: 'It neither expires nor can be deleted until it is released.',
      confirm: 'Hold',
      reason: true,
      call: entered => call('HoldLayerVersion', { path, body: because(entered) }),
      done: 'The version is held',
      undo: () => call('ReleaseLayerVersion', { path }),
    },
    release: {
      title: `Release ${what}?`,
      text: 'It expires again.',
      confirm: 'Release',
      reason: true,
      call: entered => call('ReleaseLayerVersion', { path, query: { reason: entered.reason } }),
      done: 'The version is released',
    },
    expiry: {
      title: `Extend ${what}`,
      confirm: 'Extend',
      fields: [{ name: 'days', label: 'Days from now', kind: 'number', min: 1, value: '30', required: true }],
      reason: true,
      call: entered => call('UpdateLayerVersion', { path, body: { expiresAt: new Date(Date.now() + Number(entered.days) * 86_400_000).toISOString(), ...because(entered) } }),
      done: 'The version expires later',
    },
    remove: {
      title: `Delete ${what}?`,
      text: 'Deletes it in Lambda too. Functions that use it keep running, but cannot be deployed with it again.',
      confirm: 'Delete',
      danger: true,
      fields: layer.deployStatus === 'latest' ? [{ name: 'promotePrevious', label: 'Make the version before it the latest', kind: 'checkbox', value: 'true' }] : [],
      reason: true,
      call: entered => call('DeleteLayerVersion', { path, query: { reason: entered.reason, ...(entered.promotePrevious === 'true' ? { promotePrevious: true } : {}) } }),
      done: 'The version is being deleted',
    },
  };
}

function Versions({ name, region }: { name: string; region: string }) {
  const deleted = route.value.query.deleted === 'true';
  const pages = usePages<Layer>('ListLayerVersions', { region, package: name }, { includeDeleted: deleted || undefined }, 5000);
  return (
    <Section title={`Versions in ${region}`} actions={<button type="button" class="button small" aria-pressed={deleted} onClick={() => setQuery({ deleted: deleted ? undefined : 'true' })}>Deleted versions</button>}>
      <PagedTable pages={pages} label="Versions" keyOf={row => String(row.layerVersion)} empty={<Empty title="No versions in this region">Publish the package to it, or choose another region.</Empty>}
        columns={[
          { name: 'Version', cell: row => <b>{row.layerVersion}</b>, number: true },
          { name: 'Package version', cell: row => <code>{row.packageVersion}</code> },
          { name: 'State', cell: row => <><Status value={row.deployStatus} />{row.hold && <> <Badge tone="warn">held</Badge></>}</> },
          { name: 'Runtimes', cell: row => row.compatibleRuntimes.join(', ') || <Nothing />, wide: true },
          { name: 'Expires in', cell: row => <Expiry layer={row} /> },
          { name: 'Created', cell: row => <Time at={row.createdAt} />, number: true },
          { name: '', cell: row => <VersionActions layer={row} /> },
        ]} />
      {route.value.query.usage && <Usage name={name} region={region} version={route.value.query.usage} />}
    </Section>
  );
}

function Expiry({ layer }: { layer: Layer }) {
  if (!layer.expiresAt) {
    return <Nothing />;
  }
  const left = Math.max(0, secondsUntil(layer.expiresAt));
  return (
    <span class="stack-tight">
      <Countdown until={layer.expiresAt} />
      <Meter value={Math.round(left)} max={EXPIRY_SECONDS} label="Time until it expires" tone={left < EXPIRY_SECONDS / 5 ? 'warn' : 'info'} />
    </span>
  );
}

function VersionActions({ layer }: { layer: Layer }) {
  const { hold, release, expiry, remove } = actionsOf(layer);
  if (layer.deployStatus === 'deleted') {
    return null;
  }
  const version = `version ${layer.layerVersion}`;
  return (
    <div class="actions">
      <a class="button small" href={link(['layers', layer.package], { region: layer.region, usage: String(layer.layerVersion) })} aria-label={`Usage of ${version}`}>Usage</a>
      {layer.hold ? <ActionButton small action={release} label={`Release ${version}`}>Release</ActionButton> : <ActionButton small action={hold} label={`Hold ${version}`}>Hold</ActionButton>}
      {layer.expiresAt && <ActionButton small action={expiry} label={`Extend ${version}`}>Extend</ActionButton>}
      <ActionButton small kind="danger" action={remove} label={`Delete ${version}`} disabled={layer.hold && 'The version is held'}>Delete</ActionButton>
    </div>
  );
}

interface Use {
  functionName: string;
  functionArn: string;
  version: string;
  aliases: string[];
}

function Usage({ name, region, version }: { name: string; region: string; version: string }) {
  const pages = usePages<Use>('GetLayerUsage', { region, package: name, version }, {});
  const head = useQuery(call<Page<Use> & { inventoriedAt: string | null }>('GetLayerUsage', { path: { region, package: name, version }, query: { limit: 1 } }));
  return (
    <Section title={`Functions that use version ${version}`}>
      {head.data && <p class="note">{head.data.inventoriedAt ? <>As of <Time at={head.data.inventoriedAt} />.</> : 'The functions of this account have not been listed yet.'}</p>}
      <PagedTable pages={pages} label="Functions" keyOf={row => row.functionArn + row.version} empty="No function uses it."
        columns={[
          { name: 'Function', cell: row => <Id value={row.functionName} /> },
          { name: 'Version', cell: row => row.version },
          { name: 'Aliases', cell: row => row.aliases.join(', ') || <Nothing /> },
        ]} />
    </Section>
  );
}

/** The builds of the package, and what changed in their requirements. */
function Builds({ name }: { name: string }) {
  const pages = usePages<Build>('ListBuilds', { package: name }, {});
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const versions = pages.items.map(build => String(build.buildVersion));
  const to = chosen.to ?? versions[0];
  const from = chosen.from ?? versions[1];
  const build = (version?: string) => pages.items.find(candidate => String(candidate.buildVersion) === version);
  return (
    <Section title="Builds">
      <PagedTable pages={pages.error instanceof Refusal && pages.error.status === 404 ? { ...pages, error: undefined } : pages} label="Builds" keyOf={row => String(row.buildVersion)} empty={<Empty title="No builds">A pipeline registers a build when the requirements of the package change.</Empty>}
        columns={[
          { name: 'Build', cell: row => <b>{row.buildVersion}</b>, number: true },
          { name: 'Package version', cell: row => <code>{row.packageVersion}</code> },
          { name: 'Requirements', cell: row => <span title={row.dependencies.join('\n')}>{row.dependencies.length}</span>, number: true },
          { name: 'Hash', cell: row => <code title={row.requirementsHash}>{row.requirementsHash.slice(0, 12)}</code> },
          { name: 'Created', cell: row => <Time at={row.createdAt} />, number: true },
        ]} />
      {versions.length > 1 && (
        <div class="stack spaced">
          <h3>Differences</h3>
          <div class="filters">
            <Input field={{ name: 'from', label: 'From build', kind: 'select', options: versions }} value={from ?? ''} set={value => setChosen({ ...chosen, from: value })} />
            <Input field={{ name: 'to', label: 'To build', kind: 'select', options: versions }} value={to ?? ''} set={value => setChosen({ ...chosen, to: value })} />
          </div>
          <Diff from={build(from)?.dependencies ?? []} to={build(to)?.dependencies ?? []} />
        </div>
      )}
    </Section>
  );
}

const MARKS = { added: '+', removed: '−', same: ' ' };

function Diff({ from, to }: { from: string[]; to: string[] }) {
  const all = [...new Set([...from, ...to])].sort();
  const lines = all.map(line => ({ line, kind: !from.includes(line) ? 'added' as const : !to.includes(line) ? 'removed' as const : 'same' as const }));
  if (lines.every(entry => entry.kind === 'same')) {
    return <p class="note"><Mark tone="quiet" /> The requirements are the same.</p>;
  }
  return <div class="diff" role="group" aria-label="Differences" tabIndex={0}>{lines.map(({ line, kind }) => <div key={line} class={kind}><span>{MARKS[kind]}</span><span>{kind !== 'same' && <span class="hidden">{kind} </span>}{line}</span></div>)}</div>;
}
