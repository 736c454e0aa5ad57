import { call } from '../core/api.ts';
import { usePages } from '../core/query.ts';
import { link, route, setQuery } from '../core/router.ts';
import type { Alias, Promotion } from '../core/types.ts';
import { ActionButton, Filters, TextFilter, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Loading, Problem, Time } from '../ui/basics.tsx';
import { PageHead, Section } from '../ui/page.tsx';
import { Who } from '../ui/events.tsx';
import { LoadMore, PagedTable } from '../ui/table.tsx';

export const POINT: Action = {
  title: 'Point an alias at a deployment',
  text: 'An alias that exists moves only if you allow it. The move can be undone.',
  confirm: 'Point',
  fields: [
    { name: 'alias', label: 'Host name and path', required: true, placeholder: 'shop.example.com/help' },
    { name: 'target', label: 'Deployment', required: true },
    { name: 'override', label: 'Move the alias if it exists', kind: 'checkbox' },
  ],
  reason: true,
  call: entered => call('CreateAlias', { body: { alias: entered.alias ?? '', target: entered.target ?? '', ...(entered.override === 'true' ? { override: true } : {}), ...(entered.reason ? { reason: entered.reason } : {}) } }),
  done: 'The alias points at the deployment',
};

const PROMOTE: Action<Promotion> = {
  title: 'Promote several aliases',
  text: 'All move in one transaction, or none does. One line per alias: the alias, a space, and the deployment.',
  confirm: 'Promote',
  fields: [{ name: 'moves', label: 'Moves', kind: 'textarea', required: true, placeholder: 'shop.example.com storefront-a1f39c2' }],
  reason: true,
  call: entered => call<Promotion>('PromoteAliases', {
    body: {
      moves: (entered.moves ?? '').split('\n').map(line => line.trim().split(/\s+/)).filter(([alias]) => alias).map(([alias, target]) => ({ alias, target: target ?? '' })),
      ...(entered.reason ? { reason: entered.reason } : {}),
    },
  }),
  done: promotion => `${promotion.moves.length} aliases moved`,
  undo: promotion => call('UndoPromotion', { path: { id: promotion.id }, body: {} }),
};

/** The aliases of a domain as a tree, and the promotions. */
export function Aliases() {
  const domain = route.value.query.domain ?? '';
  const filter = { domain, limit: 100 };
  return (
    <>
      <PageHead title="Aliases" note="Host names and paths, and the deployments that serve them." request={domain ? call('ListAliases', { query: filter }) : call('ListPromotions')}
        actions={<><ActionButton action={POINT} kind="primary">Point an alias</ActionButton><ActionButton action={PROMOTE}>Promote several</ActionButton></>} />
      <Section title={domain ? `Below ${domain}` : 'By domain'}>
        <Filters><TextFilter label="Domain" value={domain} set={value => setQuery({ domain: value || undefined })} placeholder="example.com" /></Filters>
        {domain ? <Tree domain={domain} /> : <Empty title="Enter a domain">Its aliases and those of its subdomains are shown as a tree. <a href={link(['aliases'], { domain: 'example.com' })}>example.com</a> is the domain of the sample data.</Empty>}
      </Section>
      <Promotions />
    </>
  );
}

interface Node {
  label: string;
  host: string;
  aliases: Alias[];
  children: Map<string, Node>;
}

/** Returns the aliases below their host names, label by label from the domain. */
function treeOf(domain: string, items: Alias[]): Node {
  const root: Node = { label: domain, host: domain, aliases: [], children: new Map() };
  for (const alias of items) {
    const host = alias.id.split('/')[0] ?? '';
    const labels = host === domain ? [] : host.slice(0, -domain.length - 1).split('.').reverse();
    let node = root;
    for (const label of labels) {
      const name = `${label}.${node.host}`;
      const child: Node = node.children.get(label) ?? { label, host: name, aliases: [], children: new Map() };
      node.children.set(label, child);
      node = child;
    }
    node.aliases.push(alias);
  }
  return root;
}

function Tree({ domain }: { domain: string }) {
  const pages = usePages<Alias>('ListAliases', {}, { domain, limit: 100 });
  if (pages.items.length === 0) {
    return pages.error ? <Problem error={pages.error} /> : pages.loading ? <Loading /> : <Empty title="No aliases below this domain." />;
  }
  return <><div class="tree"><Branch node={treeOf(domain, pages.items)} /></div><LoadMore pages={pages} /></>;
}

function Branch({ node }: { node: Node }) {
  return (
    <>
      <div class="node"><span class="host">{node.host}</span></div>
      <ul>
        {node.aliases.map(alias => (
          <li key={alias.id}>
            <div class="node">
              <a href={link(['aliases', alias.id])}>{alias.id.slice(alias.id.indexOf('/'))}</a>
              <span aria-hidden="true">→</span>
              <a href={link(['deployments', alias.deployment])} class="mono">{alias.deployment}</a>
              {alias.deploymentAlias && <Badge>own</Badge>}
            </div>
          </li>
        ))}
        {[...node.children.values()].map(child => <li key={child.host}><Branch node={child} /></li>)}
      </ul>
    </>
  );
}

function Promotions() {
  const pages = usePages<Promotion>('ListPromotions', {}, {});
  const undo = (promotion: Promotion): Action => ({
    title: 'Undo the promotion?',
    text: `Moves ${promotion.moves.map(move => move.alias).join(', ')} back to where they were.`,
    confirm: 'Undo',
    reason: true,
    call: entered => call('UndoPromotion', { path: { id: promotion.id }, body: entered.reason ? { reason: entered.reason } : {} }),
    done: 'The aliases are moved back',
  });
  return (
    <Section title="Promotions">
      <PagedTable pages={pages} label="Promotions" keyOf={row => row.id} empty={<Empty title="No promotions yet">A promotion moves several aliases together.</Empty>}
        columns={[
          { name: 'Aliases', cell: row => row.moves.map((move, index) => <span key={move.alias}>{index > 0 && ', '}<a href={link(['aliases', move.alias])}>{move.alias}</a></span>) },
          { name: 'Reason', cell: row => row.reason ?? '' },
          { name: 'By', cell: row => <Who actor={row.actor} /> },
          { name: 'When', cell: row => <Time at={row.at} /> },
          { name: '', cell: row => <div class="actions">{row.undone ? <Badge>undone</Badge> : <ActionButton small action={undo(row)}>Undo</ActionButton>}</div> },
        ]} />
    </Section>
  );
}
