import { call, send } from '../core/api.ts';
import { config } from '../core/config.ts';
import { useLoad, usePages } from '../core/query.ts';
import { may } from '../core/auth.ts';
import { link, route } from '../core/router.ts';
import type { Build, Coverage, Layer } from '../core/types.ts';
import { Empty, Loading, Mark, Nothing, Problem, Time, type Tone } from '../ui/basics.tsx';
import { PageHead, Section, Tabs } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { Publish } from './publish.tsx';
import { Verify } from './verify.tsx';

const TONES: Record<string, Tone> = { present: 'ok', behind: 'warn', missing: 'bad' };

/** Packages by regions. */
export function Layers() {
  const tab = route.value.query.tab ?? 'packages';
  const tabs = [{ id: 'packages', text: 'Packages' }, { id: 'publish', text: 'Publish' }, { id: 'verify', text: 'Verify' }]
    .map(entry => ({ ...entry, href: link(['layers'], { tab: entry.id === 'packages' ? undefined : entry.id }) }));
  return (
    <>
      <PageHead title="Layers" note="Lambda layers by package and region: which version is the latest, and where it is missing."
        request={tab === 'publish' ? call('CreatePublication', { body: {} }) : tab === 'verify' ? call('VerifyLayers', { body: {} }) : call('ListLatestLayers', { path: { region: config().region } })} />
      <Tabs items={tabs} current={tab} />
      {tab === 'publish' ? <Publish /> : tab === 'verify' ? <Verify operation="VerifyLayers" /> : <Matrix />}
    </>
  );
}

interface Row {
  name: string;
  coverage?: Coverage;
}

/** One page of packages; each row is one request that compares its regions. */
function Matrix() {
  const builds = usePages<Build>('ListLatestBuilds', {}, {});
  const here = usePages<Layer>('ListLatestLayers', { region: config().region }, {});
  const names = [...new Set([...builds.items.map(build => build.package), ...here.items.map(layer => layer.package)])].sort();
  const rows = useLoad<Row[]>(names.length ? `coverage ${names.join()}` : undefined, () => Promise.all(names.map(async name => {
    const request = call<Coverage>('GetPackageCoverage', { path: { package: name } });
    return { name, coverage: may(...request.scopes) ? await send(request).catch(() => undefined) : undefined };
  })));
  if (names.length === 0) {
    const error = here.error ?? builds.error;
    return error ? <Problem error={error} /> : here.loading || builds.loading ? <Loading /> : <Empty title="No packages yet">Publish a layer, or register one that exists.</Empty>;
  }
  const regions = [...new Set((rows.data ?? []).flatMap(row => row.coverage?.regions.map(entry => entry.region) ?? []))].sort();
  return (
    <Section title="Packages by region">
      {rows.data ? (
        <div class="table matrix" role="group" aria-label="Packages by region" tabIndex={0}>
          <table>
            <thead><tr><th scope="col">Package</th><th scope="col">Newest</th>{regions.map(region => <th key={region} scope="col">{region}</th>)}</tr></thead>
            <tbody>
              {rows.data.map(row => (
                <tr key={row.name}>
                  <th scope="row"><a href={link(['layers', row.name])}>{row.name}</a></th>
                  <td>{row.coverage ? <code>{row.coverage.newestPackageVersion}</code> : <Nothing />}</td>
                  {regions.map(region => <td key={region}><Cell entry={row.coverage?.regions.find(candidate => candidate.region === region)} /></td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : <Loading />}
      <LoadMore pages={here.more ? here : builds} />
    </Section>
  );
}

function Cell({ entry }: { entry?: Coverage['regions'][number] }) {
  if (!entry) {
    return <Nothing />;
  }
  return (
    <span class="cell">
      <Mark tone={TONES[entry.status] ?? 'quiet'} />
      <span>{entry.packageVersion ? <code>{entry.packageVersion}</code> : 'missing'}{entry.status === 'behind' && <span class="hidden"> behind</span>}<br />{entry.createdAt && <small><Time at={entry.createdAt} /></small>}</span>
    </span>
  );
}

