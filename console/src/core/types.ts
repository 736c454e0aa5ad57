/** The types of the API that the pages show, from the generated client. Their names are those of docs/openapi. */

import type { Alias as FullAlias, AliasSummary, Deployment as FullDeployment, DeploymentSummary, LayerSummary, Layer as FullLayer, PointedAlias } from '@backplane/client';

export type {
  Account, ActivityEntry as Entry, Actor, App, Build, Candidate, Coverage, Lease, Pool, Promotion, Publication, QueueState, Quota, Resolution,
  Run, Split, Tenant, TenantSummary, UserApp,
} from '@backplane/client';
export type { DeploymentsHistoryEntry as AliasChange, PoolTemplate as Template } from '@backplane/client';

/** A list has fewer members than the thing itself. */
export type Deployment = DeploymentSummary & Partial<FullDeployment>;
export type Alias = AliasSummary & Partial<FullAlias> & Partial<Pick<PointedAlias, 'previousDeployment'>>;
export type Layer = Omit<LayerSummary, 'deployStatus'> & Partial<Omit<FullLayer, Exclude<keyof LayerSummary, 'deployStatus'>>> & Pick<FullLayer, 'deployStatus'>;

/** A value, a file or a calculated behavior in a list. */
export interface Value {
  key: string;
  size: number;
  version: string;
  updatedAt: string;
  expiresAt?: string;
  contentType?: string;
}

/** A finding of the pool or of the layers. */
export interface Finding {
  kind: string;
  id?: string;
  region?: string;
  subject?: string;
  expected?: string;
  found?: string;
  item?: string;
  message: string;
}

export interface Verification {
  consistent: boolean;
  findings: Finding[];
  repaired: number;
  checked: number;
  next: string | null;
}
