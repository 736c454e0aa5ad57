import { call, send, type Call } from './api.ts';

/*
 * The sample data of a small company, written through the public API. It can be loaded again: what exists already is
 * refused, and the refusal is ignored.
 */

const PEOPLE = ['anna@example.com', 'ben@example.com', 'carla@example.com', 'daniel@example.com', 'elif@example.com'];

interface Version {
  project: string;
  branch: string;
  commit: string;
  message: string;
  status: 'FINISHED' | 'CREATE_IN_PROGRESS' | 'CREATE_FAILED';
}

const VERSIONS: Version[] = [
  { project: 'storefront', branch: 'main', commit: '8c41d07', message: 'Add gift cards to the cart', status: 'FINISHED' },
  { project: 'storefront', branch: 'main', commit: 'a1f39c2', message: 'Show delivery times at checkout', status: 'FINISHED' },
  { project: 'storefront', branch: 'main', commit: 'e70b5d8', message: 'Load product images lazily', status: 'FINISHED' },
  { project: 'storefront', branch: 'feature/search', commit: '53fe9a1', message: 'Suggest products while typing', status: 'FINISHED' },
  { project: 'storefront', branch: 'feature/wishlist', commit: '0d92be4', message: 'Keep a wish list per customer', status: 'CREATE_FAILED' },
  { project: 'storefront', branch: 'main', commit: 'b6c8e13', message: 'Update the payment library', status: 'CREATE_IN_PROGRESS' },
  { project: 'handbook', branch: 'main', commit: '4be2201', message: 'Describe the return policy', status: 'FINISHED' },
  { project: 'handbook', branch: 'main', commit: '9d77f30', message: 'Add a page for suppliers', status: 'FINISHED' },
];

const idOf = ({ project, commit }: Version): string => `${project}-${commit}`;

const version = (index: number): string => {
  const found = VERSIONS[index];
  return found ? idOf(found) : '';
};

function deployment(entry: Version): Call[] {
  const id = idOf(entry);
  const to = (status: string, more: object = {}) =>
    call('UpdateDeploymentStatus', { path: { id }, body: { status, ...more } });
  const begun = [
    call('CreateDeployment', { body: { id, project: entry.project, branch: entry.branch, commit: entry.commit, message: entry.message } }),
    to('CREATE_IN_PROGRESS', { cloudFormationStack: `site-${id}` }),
  ];
  if (entry.status === 'CREATE_IN_PROGRESS') {
    return begun;
  }
  if (entry.status === 'CREATE_FAILED') {
    return [...begun, to('CREATE_FAILED', { reason: 'The function exceeds 250 MB unzipped.' })];
  }
  return [...begun, to('CREATE_COMPLETE'),
    to('FINISHED', { deploymentAlias: `${entry.commit}.preview.example.com`, routes: { '/': 'static', '/api': 'function' } })];
}

const deployments = (): Call[] => [
  ...VERSIONS.flatMap(deployment),
  call('CreateAlias', { body: { alias: 'shop.example.com', target: version(0) } }),
  call('CreateAlias', { body: { alias: 'shop.example.com', target: version(1), override: true, expectedDeployment: version(0), reason: 'Release of the week' } }),
  call('CreateAlias', { body: { alias: 'shop.example.com', target: version(2), override: true, expectedDeployment: version(1), reason: 'Faster product pages' } }),
  call('CreateAlias', { body: { alias: 'staging.shop.example.com', target: version(3) } }),
  call('CreateAlias', { body: { alias: '*.shop.example.com', target: version(1) } }),
  call('CreateAlias', { body: { alias: 'shop.example.com/help', target: version(6) } }),
  call('CreateAlias', { body: { alias: 'handbook.example.com', target: version(6) } }),
  call('CreateAlias', { body: { alias: 'handbook.example.com', target: version(7), override: true, expectedDeployment: version(6) } }),
  call('SplitAlias', { body: { alias: 'staging.shop.example.com', deployment: version(2), percent: 20, reason: 'Compare the search' } }),
  call('LockAlias', { body: { alias: 'handbook.example.com', reason: 'Audit until Friday' } }),
  call('PutRetention', { path: { project: 'storefront' }, body: { keepLast: 10, keepDays: 30 } }),
];

const TENANTS: [string, string, string, boolean][] = [
  ['acme', 'Acme Books', 'premium', true],
  ['birch-labs', 'Birch Labs', 'standard', true],
  ['cedar-foods', 'Cedar Foods', 'standard', true],
  ['juniper-health', 'Juniper Health', 'premium', true],
  ['orchid-media', 'Orchid Media', 'standard', true],
  ['willow-travel', 'Willow Travel', 'standard', false],
];

const tenants = (): Call[] => TENANTS.map(([tenantId, name, tier, provision]) =>
  call('RegisterTenant', { path: { tenantId }, body: { name, tier, attributes: { region: 'eu', plan: tier }, provision } }));

const accountId = (index: number): string => String(200_000_000_001 + index * 1_111);

function pool(): Call[] {
  const accounts = Array.from({ length: 14 }, (_, index) => index);
  const label = (index: number) => (index % 3 === 0 ? ['eu', 'gpu'] : ['eu']);
  return [
    ...accounts.flatMap(index => [
      call('AddAccount', { body: { accountId: accountId(index), name: `sandbox-${String(index + 1).padStart(2, '0')}` } }),
      ...(index < 13 ? [call('SetAccountStatus', { path: { id: accountId(index) }, body: { status: 'available' } })] : []),
      call('SetAccountLabels', { path: { id: accountId(index) }, body: { labels: label(index) } }),
    ]),
    call('SetAccountStatus', { path: { id: accountId(12) }, body: { status: 'failed', reason: 'A bucket with object lock cannot be emptied' } }),
    call('HoldAccount', { path: { id: accountId(11) }, body: { reason: 'Quota increase is pending' } }),
    call('PutLeaseTemplate', { path: { name: 'workshop' }, body: { durationMinutes: 240, maxDurationMinutes: 480, maxExtensions: 2, budget: { amount: '20', currency: 'USD', atLimit: 'alert' }, labels: ['eu'] } }),
    call('PutLeaseTemplate', { path: { name: 'research' }, body: { durationMinutes: 1440, maxDurationMinutes: 4320, maxExtensions: 2, budget: { amount: '150', currency: 'USD', atLimit: 'end' }, labels: ['gpu'] } }),
    ...PEOPLE.map(userId => call('AddUser', { body: { userId } })),
  ];
}

async function leases(): Promise<void> {
  const terms: [string, string, string][] = [['workshop', PEOPLE[1] ?? '', '17.20'], ['research', PEOPLE[2] ?? '', '48.90'], ['workshop', PEOPLE[3] ?? '', '3.10']];
  for (const [template, userId, amount] of terms) {
    const lease = await tried(call<{ leaseId: string }>('CreateLease', { headers: { 'idempotency-key': `sample-${userId}` }, body: { userId, template } }));
    if (lease) {
      await tried(call('ReportLeaseSpend', { path: { id: lease.leaseId }, body: { amount, currency: 'USD', asOf: new Date().toISOString() } }));
    }
  }
  const ended = await tried(call<{ leaseId: string }>('CreateLease', { headers: { 'idempotency-key': `sample-${PEOPLE[4]}` }, body: { userId: PEOPLE[4], template: 'workshop' } }));
  if (ended) {
    await tried(call('EndLease', { path: { id: ended.leaseId }, query: { reason: 'released', note: 'The workshop is over' } }));
  }
}

const LAYERS: [string, [string, string][], string[]][] = [
  ['requests', [['2.31.0', 'requests==2.31.0\nurllib3==2.2.0\nidna==3.6'], ['2.32.3', 'requests==2.32.3\nurllib3==2.2.3\nidna==3.10\ncertifi==2026.8.1']], ['us-east-1', 'eu-central-1']],
  ['pillow', [['10.4.0', 'pillow==10.4.0'], ['11.0.0', 'pillow==11.0.0']], ['us-east-1']],
  ['pandas', [['2.2.2', 'pandas==2.2.2\nnumpy==2.0.0\npytz==2024.1'], ['2.2.3', 'pandas==2.2.3\nnumpy==2.1.2\npython-dateutil==2.9.0']], ['eu-central-1', 'us-east-1']],
];

const layers = (): Call[] => LAYERS.flatMap(([name, versions, regions]) => versions.flatMap(([packageVersion, requirementsTxt], index) => [
  call('RegisterBuild', { path: { package: name }, body: { packageVersion, requirementsTxt } }),
  // The newest version of pandas is missing in the second region, as during a publication.
  ...regions.filter((_, place) => name !== 'pandas' || index === 0 || place === 0).map(region => call('RegisterLayer', {
    path: { region, package: name },
    body: { arn: `arn:aws:lambda:${region}:000000000000:layer:${name}:${index + 1}`, packageVersion, requirementsTxt, compatibleRuntimes: ['python3.12', 'python3.13'], compatibleArchitectures: ['x86_64'] },
  })),
]));

const userdata = (): Call[] => [
  call('CreateApp', { body: { name: 'wishlist', quotaBytes: 65_536 } }),
  call('CreateApp', { body: { name: 'settings', quotaBytes: 8192 } }),
  call('CreateApp', { body: { name: 'drafts', quotaBytes: null } }),
  ...PEOPLE.flatMap((user, index) => [
    call('PutJson', { path: { app: 'settings', user, key: 'profile' }, body: { language: index % 2 ? 'de' : 'en', theme: index % 2 ? 'dark' : 'light', newsletter: index !== 3, about: 'x'.repeat(1400 * index) } }),
    call('PutJson', { path: { app: 'wishlist', user, key: 'summer' }, body: { items: [{ sku: 'B-1042', title: 'Field guide to birds', price: 24.9 }, { sku: 'G-2001', title: 'Gift card', price: 50 }].slice(0, (index % 2) + 1) } }),
  ]),
  call('PutJson', { path: { app: 'wishlist', user: PEOPLE[0] ?? '', key: 'birthday' }, body: { items: [{ sku: 'T-77', title: 'Tea for two', price: 18 }] } }),
  call('PutJson', { path: { app: 'drafts', user: PEOPLE[0] ?? '', key: 'review-B-1042' }, body: { stars: 5, text: 'Light enough to carry, and the plates are beautiful.' } }),
  ...PEOPLE.map((user, index) => call('IncrementCounter', { path: { user, key: 'orders' }, headers: { 'idempotency-key': `sample-${user}` }, body: { by: 3 + index } })),
];

async function tried<T>(request: Call<T>): Promise<T | undefined> {
  return send(request).catch(() => undefined);
}

/** Writes the sample data of every service that the person may write to, each in order. */
export async function loadSample(progress: (done: number, all: number) => void): Promise<void> {
  const parts = [deployments(), tenants(), pool(), layers(), userdata()];
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  let done = 0;
  const writeAll = async (calls: Call[]) => {
    for (const request of calls) {
      await tried(request);
      progress(++done, all);
    }
  };
  await Promise.all(parts.map(writeAll));
  await leases();
}
