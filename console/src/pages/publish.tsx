import { useState } from 'preact/hooks';
import { call, newKey, send } from '../core/api.ts';
import { config } from '../core/config.ts';
import { changed, useQuery } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Publication } from '../core/types.ts';
import { Input } from '../ui/actions.tsx';
import { Button, Loaded, Problem, Status, Time } from '../ui/basics.tsx';
import { Facts, RequestMenu, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';

/** Publishes a layer in several regions: what, the archive, and the progress per region. */
export function Publish() {
  const id = route.value.query.publication;
  return id ? <Progress id={id} /> : <Prepare />;
}

interface Entered {
  package: string;
  packageVersion: string;
  regions: string;
  runtimes: string;
  requirements: string;
}

function Prepare() {
  const [entered, setEntered] = useState<Entered>({ package: '', packageVersion: '', regions: config().region, runtimes: 'python3.13', requirements: '' });
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<{ text?: string; error?: Error }>({});
  const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const request = call<Publication>('CreatePublication', {
    headers: { 'idempotency-key': newKey() },
    body: {
      package: entered.package, packageVersion: entered.packageVersion, regions: words(entered.regions), compatibleRuntimes: words(entered.runtimes),
      ...(entered.requirements ? { requirementsTxt: entered.requirements } : {}),
    },
  });
  const set = (name: keyof Entered) => (value: string) => setEntered({ ...entered, [name]: value });
  const publish = async (event: Event) => {
    event.preventDefault();
    try {
      setState({ text: 'Preparing' });
      const created = await send(request);
      setState({ text: 'Uploading' });
      await upload(created, file);
      setState({ text: 'Starting' });
      await send(call('StartPublication', { path: { publicationId: created.publicationId } }));
      changed();
      setQuery({ publication: created.publicationId });
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  return (
    <Section title="Publish a layer" actions={<RequestMenu request={request} />}>
      <form class="card stack" onSubmit={publish}>
        <Input field={{ name: 'package', label: 'Package', required: true, placeholder: 'requests' }} value={entered.package} set={set('package')} />
        <Input field={{ name: 'packageVersion', label: 'Version of the package', required: true, placeholder: '2.32.3' }} value={entered.packageVersion} set={set('packageVersion')} />
        <Input field={{ name: 'regions', label: 'Regions', required: true, help: 'Separated by spaces' }} value={entered.regions} set={set('regions')} />
        <Input field={{ name: 'runtimes', label: 'Runtimes', help: 'Separated by spaces' }} value={entered.runtimes} set={set('runtimes')} />
        <Input field={{ name: 'requirements', label: 'Requirements', kind: 'textarea', placeholder: 'requests==2.32.3' }} value={entered.requirements} set={set('requirements')} />
        <div class="field">
          <label for="archive">Archive</label>
          <input id="archive" type="file" accept=".zip,application/zip" required onChange={event => setFile((event.currentTarget as HTMLInputElement).files?.[0] ?? undefined)} />
          <small>A ZIP file of at most 50 MB. It is uploaded to the bucket of the stage, which must allow the origin of this page.</small>
        </div>
        {state.error && <Problem error={state.error} />}
        <div class="actions"><SubmitButton scopes={request.scopes} text={state.text} /></div>
      </form>
    </Section>
  );
}

function SubmitButton({ scopes, text }: { scopes: string[]; text?: string }) {
  const submit = () => document.querySelector<HTMLFormElement>('main form.card')?.requestSubmit();
  return <Button onClick={submit} kind="primary" scopes={scopes} disabled={text ?? false}>{text ?? 'Publish'}</Button>;
}

async function upload(publication: Publication, file?: File): Promise<void> {
  if (!publication.upload || !file) {
    throw new Error('Choose an archive.');
  }
  const answer = await fetch(publication.upload.url, { method: publication.upload.method, body: file })
    .catch((cause: unknown) => { throw new Error('The bucket did not accept the upload from this page.', { cause }); });
  if (!answer.ok) {
    throw new Error(`The upload failed with status ${answer.status}.`);
  }
}

function Progress({ id }: { id: string }) {
  const request = call<Publication>('GetPublication', { path: { publicationId: id } });
  const query = useQuery(request, 1500);
  return (
    <Section title="Publication" actions={<><a class="button" href={link(['layers'], { tab: 'publish' })}>Publish another</a><RequestMenu request={request} /></>}>
      <Loaded query={query}>
        {publication => (
          <div class="stack">
            <Facts items={[
              ['Status', <Status value={publication.status} />],
              ['Package', <a href={link(['layers', publication.package])}>{publication.package}</a>],
              ['Version', <code>{publication.packageVersion}</code>],
              ['Changed', <Time at={publication.updatedAt} />],
            ]} />
            <Table rows={publication.regions} label="Regions" keyOf={row => row.region} columns={[
              { name: 'Region', cell: row => row.region },
              { name: 'Status', cell: row => <Status value={row.status} /> },
              { name: 'Layer version', cell: row => row.layerVersion ?? '', number: true },
              { name: 'Reason', cell: row => row.reason ?? '' },
              { name: 'Changed', cell: row => <Time at={row.updatedAt} />, number: true },
            ]} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
