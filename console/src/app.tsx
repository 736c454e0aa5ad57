import './style/index.css';
import { render } from 'preact';
import { loadConfig } from './core/config.ts';
import { restore } from './core/auth.ts';
import { App } from './ui/frame.tsx';
import { StartProblem } from './pages/sign-in.tsx';

const root = document.getElementById('app');

async function start(): Promise<void> {
  const config = await loadConfig();
  const { origin, hostname } = window.location;
  if (hostname === 'localhost' && config.issuer === origin.replace('localhost', '127.0.0.1')) {
    // The local issuer has one address, and the page may call no other.
    window.location.replace(config.issuer + window.location.pathname + window.location.search + window.location.hash);
    return;
  }
  const problem = await restore().catch((failure: Error) => failure);
  if (root) {
    render(<App problem={problem instanceof Error ? problem : undefined} />, root);
  }
}

start().catch((failure: Error) => root && render(<StartProblem error={failure} />, root));
