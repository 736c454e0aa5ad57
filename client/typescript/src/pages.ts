interface Page<Item> {
  items: Item[];
  next: string | null;
}

/**
 * Returns the items of all pages of a list, and reads a page when its first item is needed:
 *
 *     for await (const deployment of items(listDeployments, { client: backplane, query: { project: 'shop' } })) …
 */
export async function* items<Options extends { query?: object }, Item>(
  list: (options: Options) => Promise<{ data: Page<Item> }>,
  options: Options): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages(list, options)) {
    yield* page.items;
  }
}

/** Returns all pages of a list. */
export async function* pages<Options extends { query?: object }, P extends Page<unknown>>(
  list: (options: Options) => Promise<{ data: P }>,
  options: Options): AsyncGenerator<P, void, undefined> {
  let cursor: string | null = null;
  do {
    const query: object = cursor === null ? { ...options.query } : { ...options.query, cursor };
    const { data }: { data: P } = await list({ ...options, query });
    yield data;
    cursor = data.next;
  } while (cursor !== null);
}
