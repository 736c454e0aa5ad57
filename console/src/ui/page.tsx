import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { asCommand, asCurl, type Call } from '../core/api.ts';
import { config, isLocal } from '../core/config.ts';
import { link } from '../core/router.ts';
import { copy } from './basics.tsx';

/** The head of a page: where it is, its title, its actions, and the request behind it. */
export function PageHead({ title, crumbs = [], note, actions, request }: {
  title: ComponentChildren;
  crumbs?: { text: string; href: string }[];
  note?: ComponentChildren;
  actions?: ComponentChildren;
  request?: Call;
}) {
  return (
    <header class="page-head">
      {crumbs.length > 0 && (
        <nav class="crumbs" aria-label="Breadcrumb">
          {crumbs.map(crumb => <a key={crumb.href} href={crumb.href}>{crumb.text}</a>)}
        </nav>
      )}
      <div class="title-row">
        <div class="title">
          <h1>{title}</h1>
          {note && <p class="note">{note}</p>}
        </div>
        <div class="actions">
          {actions}
          {request && <RequestMenu request={request} />}
          {request && isLocal() && <RowsLink request={request} />}
        </div>
      </div>
    </header>
  );
}

// The tables of the services, by the first segment of their paths.
const TABLES: Record<string, string> = {
  activity: 'Activity', aliases: 'AliasTable', 'alias-history': 'AliasTable', deployments: 'DeploymentTable', projects: 'ProjectTable',
  tenants: 'TenantTable', pool: 'PoolTable', layers: 'LayerTable', builds: 'LayerTable', userdata: 'appDataJson',
};

/** Links to the rows behind a view; the id in its path is looked for. */
function RowsLink({ request }: { request: Call }) {
  const table = TABLES[request.url.split(/[/?]/)[1] ?? ''];
  const [id] = Object.values(request.path).slice(-1);
  return table ? <a class="button quiet" href={link(['local'], { tab: 'tables', table: `backplane-${config().stage}-${table}`, find: id ? String(id) : undefined })}>Show rows</a> : null;
}

/** Shows the request of a view or an action as a command. */
export function RequestMenu({ request }: { request: Call }) {
  const command = asCommand(request);
  return (
    <span class="request">
      <button type="button" class="button quiet" onClick={() => copy(asCurl(request), 'Copied the curl command')} title={asCurl(request)}>Copy as curl</button>
      {command && <button type="button" class="button quiet" onClick={() => copy(command, 'Copied the command')} title={command}>Copy as CLI</button>}
    </span>
  );
}

export function Section({ title, children, actions, id }: {
  title: string;
  children: ComponentChildren;
  actions?: ComponentChildren;
  id?: string;
}) {
  const heading = useId();
  return (
    <section class="section" aria-labelledby={heading} id={id}>
      <div class="section-head">
        <h2 id={heading}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Facts of one thing, as a list of terms. Facts without a value are left out. */
export function Facts({ items }: { items: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {items.filter(([, value]) => value !== undefined && value !== null && value !== '').map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Tabs({ items, current }: { items: { text: string; href: string; id: string }[]; current: string }) {
  return (
    <nav class="tabs" aria-label="Views">
      {items.map(item => (
        <a key={item.id} href={item.href} aria-current={item.id === current ? 'page' : undefined}>{item.text}</a>
      ))}
    </nav>
  );
}
