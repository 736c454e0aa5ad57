import { call } from '../core/api.ts';
import { duration } from '../core/format.ts';
import { usePages } from '../core/query.ts';
import type { Template } from '../core/types.ts';
import { ActionButton, type Action } from '../ui/actions.tsx';
import { Badge, Empty, Nothing } from '../ui/basics.tsx';
import { Section } from '../ui/page.tsx';
import { PagedTable } from '../ui/table.tsx';

function edit(template?: Template): Action {
  return {
    title: template ? `Template ${template.name}` : 'New template',
    text: 'Leases keep the terms that their template had when they began.',
    confirm: 'Save',
    fields: [
      ...(template ? [] : [{ name: 'name', label: 'Name', required: true, placeholder: 'workshop' }]),
      { name: 'durationMinutes', label: 'Minutes', kind: 'number', min: 1, required: true, value: String(template?.durationMinutes ?? 240) },
      { name: 'maxDurationMinutes', label: 'At most, with extensions', kind: 'number', min: 1, required: true, value: String(template?.maxDurationMinutes ?? 480) },
      { name: 'maxExtensions', label: 'Extensions', kind: 'number', min: 0, required: true, value: String(template?.maxExtensions ?? 2) },
      { name: 'amount', label: 'Budget in USD', value: template?.budget?.amount ?? '', help: 'None if empty' },
      { name: 'atLimit', label: 'At the budget', kind: 'select', options: ['alert', 'end'], value: template?.budget?.atLimit ?? 'alert' },
      { name: 'labels', label: 'Labels that the account must have', value: template?.labels.join(' ') ?? '' },
    ],
    call: entered => call('PutLeaseTemplate', {
      path: { name: template?.name ?? entered.name },
      body: {
        durationMinutes: Number(entered.durationMinutes), maxDurationMinutes: Number(entered.maxDurationMinutes), maxExtensions: Number(entered.maxExtensions),
        ...(entered.amount ? { budget: { amount: entered.amount, currency: template?.budget?.currency ?? 'USD', atLimit: entered.atLimit } } : {}),
        labels: (entered.labels ?? '').split(/[\s,]+/).filter(Boolean),
      },
    }),
    done: 'The template is saved',
  };
}

const remove = (name: string): Action => ({
  title: `Delete template ${name}?`,
  text: 'Leases that began with it keep their terms.',
  confirm: 'Delete',
  danger: true,
  call: () => call('DeleteLeaseTemplate', { path: { name } }),
  done: 'The template is deleted',
});

/** The templates of leases. */
export function Templates() {
  const pages = usePages<Template>('ListLeaseTemplates', {}, {});
  return (
    <Section title="Templates" actions={<ActionButton action={edit()}>New template</ActionButton>}>
      <PagedTable pages={pages} label="Templates" keyOf={row => row.name} empty={<Empty title="No templates">A template has the duration, the extensions and the budget of leases.</Empty>}
        columns={[
          { name: 'Name', cell: row => <b>{row.name}</b> },
          { name: 'Duration', cell: row => duration(row.durationMinutes * 60), number: true },
          { name: 'At most', cell: row => duration(row.maxDurationMinutes * 60), number: true },
          { name: 'Extensions', cell: row => row.maxExtensions, number: true },
          { name: 'Budget', cell: row => row.budget ? `${row.budget.amount} ${row.budget.currency}, then ${row.budget.atLimit}` : <Nothing /> },
          { name: 'Labels', cell: row => row.labels.length ? row.labels.map(label => <Badge key={label}>{label}</Badge>) : <Nothing /> },
          { name: '', cell: row => <div class="actions"><ActionButton small action={edit(row)} label={`Edit ${row.name}`}>Edit</ActionButton><ActionButton small kind="danger" action={remove(row.name)} label={`Delete ${row.name}`}>Delete</ActionButton></div> },
        ]} />
    </Section>
  );
}
