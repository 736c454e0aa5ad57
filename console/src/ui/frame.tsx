import { useEffect, useState } from 'preact/hooks';
import { config } from '../core/config.ts';
import { callerId, groups, signedIn, signOut } from '../core/auth.ts';
import { theme, type Theme } from '../core/prefs.ts';
import { route } from '../core/router.ts';
import { areas, pageOf } from '../pages/index.ts';
import { SignIn } from '../pages/sign-in.tsx';
import { ActionDialog } from './actions.tsx';
import { Badge } from './basics.tsx';
import { Search } from './search.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Toasts } from './toasts.tsx';

export function App({ problem }: { problem?: Error }) {
  if (!signedIn.value) {
    return <><SignIn problem={problem} /><Toasts /></>;
  }
  return <Frame />;
}

function Frame() {
  const [open, setOpen] = useState(false);
  const page = pageOf(route.value);
  const key = route.value.path.join('/');
  useEffect(() => {
    document.title = `${page.title} · Backplane ${config().stage}`;
    setOpen(false);
  }, [key, page.title]);
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={event => { event.preventDefault(); document.querySelector<HTMLElement>('main')?.focus(); }}>Skip to content</a>
      <Side open={open} />
      <div class="content">
        <div class="top">
          <button type="button" class="icon menu-button" aria-label="Menu" aria-expanded={open} onClick={() => setOpen(!open)}>
            <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h12" /></svg>
          </button>
          <Search />
          <div class="end"><ThemeButton /></div>
        </div>
        <main id="main" tabIndex={-1}>
          <page.view key={page.keyed ? key : page.title} />
        </main>
      </div>
      <ActionDialog />
      <Shortcuts />
      <Toasts />
    </div>
  );
}

function Side({ open }: { open: boolean }) {
  const current = route.value.path[0] ?? '';
  const { stage, links } = config();
  return (
    <header class={`side${open ? ' open' : ''}`}>
      <a class="brand" href="#/"><img src="/icon.svg" alt="" width="24" height="24" />Backplane<Badge>{stage}</Badge></a>
      {areas().map(area => (
        <nav key={area.name} aria-label={area.name}>
          <h2>{area.name}</h2>
          {area.pages.map(page => (
            <a key={page.path} href={`#/${page.path}`} aria-current={current === page.path ? 'page' : undefined}>{page.title}</a>
          ))}
        </nav>
      ))}
      <nav aria-label="Links">
        <h2>Reference</h2>
        {Object.entries(links).map(([name, url]) => <a key={name} href={url}>{LINK_NAMES[name] ?? name}</a>)}
      </nav>
      <div class="person">
        <span class="initial" aria-hidden="true">{callerId.value.charAt(0).toUpperCase()}</span>
        <span><b title={callerId.value}>{callerId.value}</b><small>{groups.value.join(', ') || 'own data only'}</small></span>
        <button type="button" class="icon" aria-label="Sign out" title="Sign out" onClick={signOut}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M6 2.5H3v11h3M7 8h7m-3-3 3 3-3 3" /></svg>
        </button>
      </div>
    </header>
  );
}

const LINK_NAMES: Record<string, string> = { docs: 'API', dashboard: 'Dashboard', runbooks: 'Runbooks' };
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

function ThemeButton() {
  const value = theme.value;
  return (
    <button type="button" class="icon" aria-label={`Theme: ${value}`} title={`Theme: ${value}`} onClick={() => (theme.value = NEXT[value])}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {value === 'dark' ? <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z" />
          : value === 'light' ? <><circle cx="8" cy="8" r="3" /><path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1" /></>
            : <><rect x="1.5" y="3" width="13" height="8.5" rx="1.5" /><path d="M5.5 14h5" /></>}
      </svg>
    </button>
  );
}
