import type { ComponentType } from 'preact';
import { isLocal } from '../core/config.ts';
import type { Route } from '../core/router.ts';
import { AccountPage, PoolUserPage } from './account.tsx';
import { Activity } from './activity.tsx';
import { AliasPage } from './alias.tsx';
import { Aliases } from './aliases.tsx';
import { DeploymentPage } from './deployment.tsx';
import { Deployments } from './deployments.tsx';
import { Home } from './home.tsx';
import { Layers } from './layers.tsx';
import { LeasePage } from './lease.tsx';
import { Local } from './local.tsx';
import { NotFound } from './not-found.tsx';
import { PackagePage } from './package.tsx';
import { PoolPage } from './pool.tsx';
import { ProjectPage } from './project.tsx';
import { Resolve } from './resolve.tsx';
import { TenantPage } from './tenant.tsx';
import { Tenants } from './tenants.tsx';
import { UpgradePage } from './upgrade.tsx';
import { UserPage } from './user.tsx';
import { AppPage, UserdataPage } from './userdata.tsx';

interface PageLink {
  path: string;
  title: string;
  /** The key after g. */
  key?: string;
}

/** The navigation. */
export function areas(): { name: string; pages: PageLink[] }[] {
  const suite = [
    { path: '', title: 'Home', key: 'h' },
    { path: 'activity', title: 'Activity', key: 'y' },
  ];
  const services: PageLink[] = [
    { path: 'deployments', title: 'Deployments', key: 'd' },
    { path: 'aliases', title: 'Aliases', key: 'a' },
    { path: 'resolve', title: 'Resolve', key: 'r' },
    { path: 'tenants', title: 'Tenants', key: 't' },
    { path: 'pool', title: 'Pool', key: 'p' },
    { path: 'layers', title: 'Layers', key: 'l' },
    { path: 'userdata', title: 'User data', key: 'u' },
  ];
  const areas = [{ name: 'Suite', pages: suite }, { name: 'Services', pages: services }];
  return isLocal() ? [...areas, { name: 'This machine', pages: [{ path: 'local', title: 'Local suite', key: 'x' }] }] : areas;
}

interface View {
  title: string;
  view: ComponentType;
  /** Whether the view starts anew when the path changes. */
  keyed?: boolean;
}

const HOME: View = { title: 'Home', view: Home };
const NOT_FOUND: View = { title: 'Not found', view: NotFound };

// The first pattern that matches wins. A segment :x matches any text.
const VIEWS: [string, View][] = [
  ['activity', { title: 'Activity', view: Activity }],
  ['deployments', { title: 'Deployments', view: Deployments }],
  ['deployments/:id', { title: 'Deployment', view: DeploymentPage, keyed: true }],
  ['projects/:project', { title: 'Retention', view: ProjectPage, keyed: true }],
  ['aliases', { title: 'Aliases', view: Aliases }],
  ['aliases/:alias', { title: 'Alias', view: AliasPage, keyed: true }],
  ['pool', { title: 'Pool', view: PoolPage }],
  ['pool/leases/:id', { title: 'Lease', view: LeasePage, keyed: true }],
  ['pool/accounts/:id', { title: 'Account', view: AccountPage, keyed: true }],
  ['pool/users/:id', { title: 'Pool user', view: PoolUserPage, keyed: true }],
  ['tenants', { title: 'Tenants', view: Tenants }],
  ['tenants/:id', { title: 'Tenant', view: TenantPage, keyed: true }],
  ['upgrades/:version', { title: 'Upgrade', view: UpgradePage, keyed: true }],
  ['layers', { title: 'Layers', view: Layers }],
  ['layers/:package', { title: 'Package', view: PackagePage, keyed: true }],
  ['userdata', { title: 'User data', view: UserdataPage }],
  ['userdata/users/:user', { title: 'User', view: UserPage, keyed: true }],
  ['userdata/:app', { title: 'App', view: AppPage, keyed: true }],
  ['local', { title: 'Local suite', view: Local }],
  ['resolve', { title: 'Resolve', view: Resolve }],
];

/** Returns the view of a route. */
export function pageOf({ path }: Route): View {
  if (path.length === 0) {
    return HOME;
  }
  return VIEWS.find(([pattern]) => matches(pattern.split('/'), path))?.[1] ?? NOT_FOUND;
}

const matches = (pattern: string[], path: string[]): boolean =>
  pattern.length === path.length && pattern.every((part, index) => part.startsWith(':') || part === path[index]);
