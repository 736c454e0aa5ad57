import { call, offers, send, type Call } from './api.ts';
import { may } from './auth.ts';
import { config } from './config.ts';
import { ageSeconds, secondsUntil } from './format.ts';
import { link } from './router.ts';
import type { Page } from './query.ts';
import type { Account, Deployment, Layer, Lease, Pool, QueueState, TenantSummary } from './types.ts';

/** Something that needs a person, and what can be done about it. */
export interface Concern {
  id: string;
  tone: 'bad' | 'warn';
  title: string;
  text: string;
  at?: string;
  href: string;
  fix?: { text: string; call: (reason?: string) => Call };
  runbook?: string;
}

const STUCK_SECONDS = 15 * 60;
const SOON_SECONDS = 3 * 86_400;
const SHOWN = 10;
const LOW_SHARE = 0.1;

async function read<T>(request: Call<T>): Promise<T | undefined> {
  return may(...request.scopes) ? send(request).catch(() => undefined) : undefined;
}

/** Returns what needs attention, newest first. Each source is one page of a list, however much data there is. */
export async function concerns(): Promise<Concern[]> {
  const parts = await Promise.all([failedTenants(), stuckTenants(), deadLetters(), accounts(), budgets(), deployments(), layers()]);
  return parts.flat().sort((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));
}

async function failedTenants(): Promise<Concern[]> {
  const page = await read(call<Page<TenantSummary>>('ListTenants', { query: { status: 'failed', limit: SHOWN } }));
  return (page?.items ?? []).map(tenant => ({
    id: `tenant-${tenant.tenantId}`,
    tone: 'bad',
    title: `Tenant ${tenant.tenantId} failed`,
    text: tenant.name ?? 'Its last run has failed; its page shows the reason.',
    at: tenant.updatedAt,
    href: link(['tenants', tenant.tenantId]),
    fix: { text: 'Retry', call: reason => call('RetryTenant', { path: { tenantId: tenant.tenantId }, body: reason ? { reason } : {} }) },
    runbook: 'tenants',
  }));
}

async function stuckTenants(): Promise<Concern[]> {
  const pages = await Promise.all(['provisioning', 'updating', 'deleting'].map(status =>
    read(call<Page<TenantSummary>>('ListTenants', { query: { status, limit: SHOWN } }))));
  return pages.flatMap(page => page?.items ?? [])
    .filter(tenant => ageSeconds(tenant.updatedAt) > STUCK_SECONDS)
    .map(tenant => ({
      id: `stuck-${tenant.tenantId}`,
      tone: 'warn',
      title: `Tenant ${tenant.tenantId} has been ${tenant.status} for long`,
      text: 'Its run should have ended by now.',
      at: tenant.updatedAt,
      href: link(['tenants', tenant.tenantId]),
      runbook: 'tenants',
    }));
}

/** Queues are read for the first tenants only; each is a request of its own. */
async function deadLetters(): Promise<Concern[]> {
  const page = await read(call<Page<TenantSummary>>('ListTenants', { query: { status: 'ready', limit: SHOWN } }));
  const states = await Promise.all((page?.items ?? []).map(async ({ tenantId }) => {
    const queues = await read(call<Page<QueueState>>('ListQueues', { path: { tenantId } }));
    return { tenantId, queue: queues?.items.find(queue => (queue.deadLetters?.messages ?? 0) > 0) };
  }));
  return states.flatMap(({ tenantId, queue }) => (queue ? [{
    id: `dead-${tenantId}`,
    tone: 'bad' as const,
    title: `Tenant ${tenantId} has ${queue.deadLetters?.messages} dead letters`,
    text: `Messages of its ${queue.type.toLowerCase()} queue could not be processed.`,
    href: link(['tenants', tenantId], { tab: 'queues' }),
    fix: { text: 'Redrive', call: () => call('RedriveQueue', { path: { tenantId, queueType: queue.type.toLowerCase() } }) },
    runbook: 'tenants',
  }] : []));
}

async function failedAccounts(): Promise<Account[]> {
  if (offers('ListAccountDetails')) {
    const page = await read(call<Page<{ account: Account }>>('ListAccountDetails', { query: { status: 'failed', limit: SHOWN } }));
    return (page?.items ?? []).map(item => item.account);
  }
  const failed = await read(call<{ accountIds: string[] }>('ListAccounts', { query: { status: 'failed' } }));
  const details = await Promise.all((failed?.accountIds ?? []).slice(0, 3).map(id => read(call<Account>('GetAccount', { path: { id } }))));
  return details.filter(account => account !== undefined);
}

async function accounts(): Promise<Concern[]> {
  const [pool, failed] = await Promise.all([read(call<Pool>('GetPool')), failedAccounts()]);
  const found: Concern[] = failed.map(account => ({
    id: `account-${account.accountId}`,
    tone: 'bad',
    title: `Account ${account.accountId} failed`,
    text: account.message ?? account.name ?? 'It could not be cleaned.',
    at: account.since,
    href: link(['pool', 'accounts', account.accountId]),
    fix: { text: 'Clean again', call: reason => call('SetAccountStatus', { path: { id: account.accountId }, body: { status: 'dirty', ...(reason ? { reason } : {}) } }) },
    runbook: 'pool',
  }));
  if (pool && pool.accounts.all > 0 && pool.accounts.available <= pool.accounts.all * LOW_SHARE) {
    found.push({
      id: 'pool-low',
      tone: pool.accounts.available === 0 ? 'bad' : 'warn',
      title: pool.accounts.available === 0 ? 'No account is available' : `Only ${pool.accounts.available} accounts are available`,
      text: `${pool.accounts.leased} of ${pool.accounts.all} accounts are leased.`,
      href: link(['pool']),
      runbook: 'pool',
    });
  }
  return found;
}

async function budgets(): Promise<Concern[]> {
  const page = await read(call<Page<Lease>>('ListLeases', { query: { limit: 100 } }));
  return (page?.items ?? []).filter(lease => (lease.spend?.reachedPercent ?? 0) >= 80).slice(0, SHOWN).map(lease => ({
    id: `lease-${lease.leaseId}`,
    tone: lease.spend?.reachedPercent === 100 ? 'bad' : 'warn',
    title: `The lease of ${lease.userId} has used ${lease.spend?.reachedPercent} % of its budget`,
    text: `${lease.spend?.amount} of ${lease.budget?.amount} ${lease.budget?.currency}; at the limit it ${lease.budget?.atLimit === 'end' ? 'ends' : 'continues'}.`,
    at: lease.spend?.asOf,
    href: link(['pool', 'leases', lease.leaseId]),
  }));
}

async function deployments(): Promise<Concern[]> {
  const page = await read(call<Page<Deployment>>('ListDeployments', { query: { limit: 50 } }));
  return (page?.items ?? []).flatMap(({ id, status, createdAt }): Concern[] => {
    const common = { id: `deployment-${id}`, at: createdAt, href: link(['deployments', id]), runbook: 'deployments' };
    if (status.endsWith('_FAILED')) {
      return [{ ...common, tone: 'bad', title: `Deployment ${id} failed`, text: status === 'CREATE_FAILED' ? 'Its stack could not be created.' : 'Its stack could not be destroyed.' }];
    }
    return status.endsWith('_IN_PROGRESS') && ageSeconds(createdAt) > STUCK_SECONDS
      ? [{ ...common, tone: 'warn', title: `Deployment ${id} is still in progress`, text: 'Its status has not changed for more than 15 minutes.' }] : [];
  }).slice(0, SHOWN);
}

async function layers(): Promise<Concern[]> {
  const page = await read(call<Page<Layer>>('ListLayers', { path: { region: config().region }, query: { limit: 100 } }));
  const soon = (page?.items ?? []).filter(layer => layer.expiresAt && secondsUntil(layer.expiresAt) < SOON_SECONDS).slice(0, 5);
  const used = await Promise.all(soon.map(async layer => {
    const usage = await read(call<Page<unknown>>('GetLayerUsage', { path: { region: layer.region, package: layer.package, version: layer.layerVersion }, query: { limit: 1 } }));
    return usage?.items.length ? [layer] : [];
  }));
  return used.flat().map(layer => ({
    id: `layer-${layer.region}-${layer.package}-${layer.layerVersion}`,
    tone: 'warn',
    title: `${layer.package} ${layer.packageVersion} expires soon and is in use`,
    text: `Version ${layer.layerVersion} in ${layer.region}.`,
    at: layer.createdAt,
    href: link(['layers', layer.package]),
    fix: { text: 'Hold', call: reason => call('HoldLayerVersion', { path: { region: layer.region, package: layer.package, version: layer.layerVersion }, body: reason ? { reason } : {} }) },
    runbook: 'layers',
  }));
}
