import { useState } from 'preact/hooks';
import { config } from '../core/config.ts';
import { signIn, useToken } from '../core/auth.ts';
import { Input } from '../ui/actions.tsx';
import { Badge, Problem } from '../ui/basics.tsx';

/** What everyone sees who is not signed in. */
export function SignIn({ problem }: { problem?: Error }) {
  const { stage, authorizeUrl, links } = config();
  return (
    <main class="signin" tabIndex={-1}>
      <div class="card">
        <h1 class="brand"><img src="/icon.svg" alt="" width="32" height="32" />Backplane <Badge>{stage}</Badge></h1>
        <p class="note">Deployments, layers, tenants, sandbox accounts and user data of your platform, at one address.</p>
        {problem && <Problem error={problem} />}
        {authorizeUrl ? <button type="button" class="button primary" onClick={signIn}>Sign in</button> : <TokenForm />}
        <p class="note">{authorizeUrl ? 'You see what your groups allow. ' : ''}<a href={links.docs ?? '/docs'}>Read the API descriptions</a></p>
      </div>
    </main>
  );
}

/** For a stage whose issuer this page does not know how to ask. */
function TokenForm() {
  const [text, setText] = useState('');
  return (
    <form class="stack" onSubmit={event => { event.preventDefault(); useToken(text.trim()); }}>
      <Input field={{ name: 'token', label: 'Access token', required: true, help: `From ${config().issuer}. It stays in this tab.` }} value={text} set={setText} />
      <button type="submit" class="button primary">Use this token</button>
    </form>
  );
}

export function StartProblem({ error }: { error: Error }) {
  return (
    <main class="signin" tabIndex={-1}>
      <div class="card">
        <h1>The console cannot start</h1>
        <Problem error={error} retry={() => window.location.reload()} />
      </div>
    </main>
  );
}
