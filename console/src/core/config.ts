/** The content of /config.json: what the console must know of its stage. */
export interface Config {
  stage: string;
  region: string;
  issuer: string;
  /** The address of the APIs, if it is not that of the console. */
  apiUrl?: string;
  clientId?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
  logoutUrl?: string;
  links: Record<string, string>;
}

let current: Config | undefined;

export async function loadConfig(): Promise<Config> {
  const answer = await fetch('/config.json', { cache: 'no-cache' });
  if (!answer.ok) {
    throw new Error(`/config.json cannot be read (status ${answer.status}).`);
  }
  current = (await answer.json()) as Config;
  return current;
}

export function config(): Config {
  if (!current) {
    throw new Error('The configuration is not loaded yet.');
  }
  return current;
}

/** Returns the address of the APIs, without a slash at the end. */
export const apiUrl = (): string => (config().apiUrl ?? window.location.origin).replace(/\/$/, '');

/** Returns whether the suite runs on this machine: its issuer is the server that also serves the APIs. */
export const isLocal = (): boolean => config().issuer === apiUrl() && /^http:\/\/(127\.|localhost)/.test(apiUrl());
