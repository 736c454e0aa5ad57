/** The parts of the API's answers that the pages show; docs/openapi has all of them. */

export interface Actor {
  type: 'user' | 'client' | 'system';
  id: string;
}

export interface Entry {
  eventId: string;
  at: string;
  service: string;
  type: string;
  subjects: string[];
  actor?: Actor;
  reason?: string;
  detail: Record<string, unknown>;
}

export interface Deployment {
  id: string;
  createdAt: string;
  status: string;
  template?: string;
  deploymentAlias?: string;
  cloudFormationStack?: string;
  createdBy?: Actor;
  project?: string;
  branch?: string;
  commit?: string;
  message?: string;
  routes?: unknown;
  lambdaRoutes?: unknown;
  prerenders?: unknown;
}

export interface Split {
  deployment: string;
  percent: number;
  salt: string;
}

export interface Alias {
  id: string;
  deployment: string;
  createdAt: string;
  revision: number;
  deploymentAlias: boolean;
  locked: boolean;
  split?: Split;
  expiresAt?: string;
  previousDeployment?: string;
  variant?: string;
}

export interface AliasChange {
  revision: number;
  kind: string;
  at: string;
  deployment?: string;
  previousDeployment?: string;
  split?: Split;
  promotion?: string;
  actor?: Actor;
  reason?: string;
}

export interface Promotion {
  id: string;
  moves: { alias: string; from?: string; to: string; revision: number }[];
  at: string;
  actor?: Actor;
  reason?: string;
  undone?: { at: string; actor?: Actor; reason?: string };
}

export interface Candidate {
  alias: string;
  deployment: string;
  host: string;
  won: boolean;
  reason: string;
}

export interface Resolution {
  alias: string;
  hostname: string;
  basePath: string;
  deployment: string;
  matchedBy: string;
  revision: number;
  variant?: string;
  explain?: Candidate[];
}

export interface TenantSummary {
  tenantId: string;
  name?: string;
  tier?: string;
  status: string;
  version?: string;
  generation: number;
  createdAt: string;
  updatedAt: string;
}

export interface Tenant {
  tenantId: string;
  name?: string;
  tier?: string;
  attributes: Record<string, string>;
  status: string;
  generation: number;
  metadata?: { version: string; inboundQueueArn: string; createdAt: string; updatedAt: string; outputs: Record<string, string>; stackId?: string };
  operations: { operation: string; version?: string; status: string; attempt: number; execution: string; reason?: string; updatedAt: string }[];
}

export interface Run {
  operation: 'CREATE' | 'UPDATE' | 'DELETE';
  version: string;
  status: 'Started' | 'Success' | 'Failure';
  attempt: number;
  generation: number;
  execution: string;
  actor?: Actor;
  callersReason?: string;
  reason?: string;
  startedAt: string;
  endedAt?: string;
  durationMillis?: number;
  steps: { name: string; startedAt: string; durationMillis: number }[];
}

export interface QueueState {
  type: string;
  arn: string;
  url: string;
  version: string;
  messages: number | null;
  messagesInFlight: number | null;
  messagesDelayed: number | null;
  oldestMessageAgeSeconds: number | null;
  deadLetters: { arn: string; messages: number | null; messagesInFlight: number | null; redrive: { status: string; movedMessages: number; totalMessages: number | null; failureReason: string | null } | null } | null;
}

export interface Pool {
  accounts: Record<'all' | 'initial' | 'available' | 'leased' | 'dirty' | 'cleaning' | 'failed' | 'held', number>;
  activeLeases: number;
}

export interface Account {
  accountId: string;
  status: string;
  since: string;
  name?: string;
  leaseId?: string;
  attempts?: number;
  message?: string;
  labels: string[];
  hold?: { since: string; quarantine: boolean; actor: Actor; reason?: string };
  revocation?: { status: string; since: string };
}

export interface Lease {
  leaseId: string;
  state: 'active' | 'ended';
  accountId: string;
  userId: string;
  createdAt?: string;
  expiresAt?: string;
  extensions: number;
  template: string;
  limits: { maxDurationMinutes: number; maxExtensions: number };
  budget?: { amount: string; currency: string; atLimit: string };
  members: string[];
  spend?: { amount: string; currency: string; asOf: string; reachedPercent?: number };
  endedAt?: string;
  reason?: string;
  createdBy?: Actor;
  endedBy?: Actor;
  note?: string;
}

export interface Template {
  name: string;
  durationMinutes: number;
  maxDurationMinutes: number;
  maxExtensions: number;
  budget?: { amount: string; currency: string; atLimit: string };
  labels: string[];
}

export interface Finding {
  kind: string;
  id?: string;
  region?: string;
  subject?: string;
  expected?: string;
  found?: string;
  lists?: string[];
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

export interface Layer {
  package: string;
  region: string;
  layerVersion: number;
  packageVersion: string;
  arn: string;
  deployStatus: string;
  dependencies?: string[];
  requirementsHash?: string;
  compatibleRuntimes: string[];
  compatibleArchitectures: string[];
  createdAt: string;
  expiresAt?: string;
  expired?: boolean;
  hold?: { since: string; until?: string; actor: Actor; reason?: string };
  deletedAt?: string;
  deleteFailedReason?: string;
}

export interface Coverage {
  package: string;
  newestPackageVersion: string;
  regions: { region: string; status: string; layerVersion?: number; packageVersion?: string; createdAt?: string }[];
}

export interface Build {
  package: string;
  buildVersion: number;
  packageVersion: string;
  dependencies: string[];
  requirementsHash: string;
  createdAt: string;
}

export interface Publication {
  publicationId: string;
  package: string;
  packageVersion: string;
  status: string;
  regions: { region: string; status: string; arn?: string; layerVersion?: number; reason?: string; updatedAt: string }[];
  createdAt: string;
  updatedAt: string;
  upload?: { method: string; url: string; expiresAt: string; maxBytes: number };
}

export interface App {
  name: string;
  quotaBytes: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface UserApp {
  app: string;
  bytes: number;
  items: number;
  json: { bytes: number; items: number };
  blob: { bytes: number; items: number };
}

export interface Quota {
  limitBytes: number | null;
  usedBytes: number;
  remainingBytes: number | null;
  items: number;
}

export interface Value {
  key: string;
  size: number;
  version: string;
  updatedAt: string;
  expiresAt?: string;
  contentType?: string;
}
