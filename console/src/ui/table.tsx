import type { ComponentChildren } from 'preact';
import type { Pages } from '../core/query.ts';
import { Empty, Loading, Problem } from './basics.tsx';

export interface Column<T> {
  name: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers are aligned to the right. */
  number?: boolean;
  /** Shown on wide screens only. */
  wide?: boolean;
}

export function Table<T>({ columns, rows, label, keyOf }: {
  columns: Column<T>[];
  rows: T[];
  label: string;
  keyOf: (row: T) => string;
}) {
  const shape = (column: Column<T>) => [column.number && 'number', column.wide && 'wide'].filter(Boolean).join(' ') || undefined;
  return (
    <div class="table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>{columns.map(column => <th key={column.name} scope="col" class={shape(column)}>{column.name || <span class="hidden">Actions</span>}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>{columns.map(column => <td key={column.name} class={shape(column)}>{column.cell(row)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A list of the API as a table that grows page by page. */
export function PagedTable<T>({ pages, empty, ...table }: {
  pages: Pages<T>;
  columns: Column<T>[];
  label: string;
  keyOf: (row: T) => string;
  empty: ComponentChildren;
}) {
  if (pages.items.length === 0) {
    if (pages.error) {
      return <Problem error={pages.error} />;
    }
    if (pages.loading) {
      return <Loading />;
    }
    // A page can be empty although the list goes on.
    return pages.more ? <LoadMore pages={pages} /> : typeof empty === 'string' ? <Empty title={empty} /> : <>{empty}</>;
  }
  return (
    <>
      <Table rows={pages.items} {...table} />
      {pages.error && <Problem error={pages.error} />}
      <LoadMore pages={pages} />
    </>
  );
}

export function LoadMore({ pages }: { pages: Pick<Pages<unknown>, 'more' | 'loading' | 'loadMore'> }) {
  return pages.more ? (
    <div class="load-more">
      <button type="button" class="button" disabled={pages.loading} onClick={pages.loadMore}>{pages.loading ? 'Loading' : 'Load more'}</button>
    </div>
  ) : null;
}
