import { useEffect, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { may } from './auth.ts';
import { call, send, type Call } from './api.ts';

/** Counts the changes that this page has made. Every view reads again when it grows. */
export const changes = signal(0);

// Most lists are eventually consistent: a second read soon after a change shows it.
const SECOND_READ_MS = 1200;

export function changed(): void {
  changes.value++;
  setTimeout(() => changes.value++, SECOND_READ_MS);
}

export interface Query<T> {
  data?: T;
  error?: Error;
  loading: boolean;
  reload: () => void;
}

/** The missing scope of a view: shown instead of the refusal that a request would get. */
export class MissingScope extends Error {
  readonly scopes: string[];

  constructor(scopes: string[]) {
    super(`This needs the scope ${scopes.join(' or ')}.`);
    this.scopes = scopes;
  }
}

/**
 * Sends a call and keeps its result. It is sent again when it changes, after each change made by this page, and, if
 * given, every so many milliseconds while the page is visible.
 */
export function useQuery<T>(request: Call<T> | undefined, everyMs?: number): Query<T> {
  return useLoad<T>(request && `${request.method} ${request.url} ${JSON.stringify(request.body ?? '')}`, async () => {
    if (request && !may(...request.scopes)) {
      throw new MissingScope(request.scopes);
    }
    return request ? send(request) : (undefined as T);
  }, everyMs);
}

/** Runs a load and keeps its result, with the same rules as a query. Without a key, nothing is loaded. */
export function useLoad<T>(key: string | undefined, load: () => Promise<T>, everyMs?: number): Query<T> {
  const [state, setState] = useState<{ key?: string; data?: T; error?: Error }>({});
  const [round, setRound] = useState(0);
  const version = changes.value;
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (key === undefined) {
      return undefined;
    }
    let current = true;
    latest.current().then(
      data => current && setState({ key, data }),
      (error: Error) => current && setState(before => ({ key, data: before.key === key ? before.data : undefined, error })));
    return () => {
      current = false;
    };
  }, [key, round, version]);
  useEffect(() => {
    if (!everyMs || key === undefined) {
      return undefined;
    }
    const timer = setInterval(() => document.visibilityState === 'visible' && setRound(value => value + 1), everyMs);
    return () => clearInterval(timer);
  }, [key, everyMs]);
  const mine = state.key === key;
  return {
    data: mine ? state.data : undefined,
    error: mine ? state.error : undefined,
    loading: key !== undefined && !mine,
    reload: () => setRound(value => value + 1),
  };
}

export interface Page<T> {
  items: T[];
  next?: string | null;
}

export interface Pages<T> {
  items: T[];
  more: boolean;
  error?: Error;
  loading: boolean;
  loadMore: () => void;
}

/** Reads a list page by page. Only the pages that were asked for are read. */
export function usePages<T>(id: string, path: Call['path'], query: Call['query'], everyMs?: number): Pages<T> {
  const request = (cursor?: string | null) => call<Page<T>>(id, { path, query: { limit: 25, ...query, cursor } });
  const first = request();
  const [extra, setExtra] = useState<{ key: string; pages: Page<T>[] }>({ key: '', pages: [] });
  const [failure, setFailure] = useState<Error>();
  const [busy, setBusy] = useState(false);
  // After the second page, the list is not read again by itself: rows would move while they are read.
  const followed = extra.key === first.url && extra.pages.length > 0;
  const head = useQuery<Page<T>>(first, followed ? undefined : everyMs);
  const pages = followed ? extra.pages : [];
  const last = pages.at(-1) ?? head.data;
  const loadMore = () => {
    setBusy(true);
    setFailure(undefined);
    send(request(last?.next))
      .then(page => setExtra({ key: first.url, pages: [...pages, page] }), setFailure)
      .finally(() => setBusy(false));
  };
  return {
    items: [...(head.data?.items ?? []), ...pages.flatMap(page => page.items)],
    more: Boolean(last?.next),
    error: head.error ?? failure,
    loading: head.loading || busy,
    loadMore,
  };
}
