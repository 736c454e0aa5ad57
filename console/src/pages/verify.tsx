import { useState } from 'preact/hooks';
import { call, send } from '../core/api.ts';
import { number, sentence } from '../core/format.ts';
import { changed } from '../core/query.ts';
import type { Finding, Verification } from '../core/types.ts';
import { Badge, Button, Empty, Mark, Problem } from '../ui/basics.tsx';
import { RequestMenu, Section } from '../ui/page.tsx';

interface Progress {
  checked: number;
  repaired: number;
  findings: Finding[];
  running: boolean;
  error?: Error;
}

const MAX_SHOWN = 200;

/** Checks the consistency of a service page by page, and repairs it if asked. */
export function Verify({ operation }: { operation: 'VerifyPool' | 'VerifyLayers' }) {
  const [progress, setProgress] = useState<Progress>();
  const request = call<Verification>(operation, { body: {} });
  const verify = async (repair: boolean) => {
    let state: Progress = { checked: 0, repaired: 0, findings: [], running: true };
    setProgress(state);
    let cursor: string | null | undefined;
    try {
      do {
        const page: Verification = await send(call<Verification>(operation, { query: { cursor }, body: { repair } }));
        cursor = page.next;
        state = { ...state, checked: state.checked + page.checked, repaired: state.repaired + page.repaired, findings: [...state.findings, ...page.findings].slice(0, MAX_SHOWN) };
        setProgress(state);
      } while (cursor);
      setProgress({ ...state, running: false });
      changed();
    } catch (error) {
      setProgress({ ...state, running: false, error: error as Error });
    }
  };
  return (
    <Section title="Consistency" actions={<>
      <Button onClick={() => void verify(false)} scopes={request.scopes} kind="primary" disabled={progress?.running && 'The check is running'}>Verify</Button>
      <Button onClick={() => void verify(true)} scopes={request.scopes} disabled={!progress?.findings.length && 'Verify first; there is nothing to repair'}>Repair</Button>
      <RequestMenu request={request} />
    </>}>
      {!progress && <Empty title="Not verified yet">Compares every record with those that refer to it. Nothing is changed unless you repair.</Empty>}
      {progress && (
        <div class="stack">
          <p role="status">{progress.running ? 'Checking' : 'Checked'} {number(progress.checked)} records, {number(progress.findings.length)} findings{progress.repaired > 0 && `, ${number(progress.repaired)} repaired`}.</p>
          {progress.error && <Problem error={progress.error} />}
          {!progress.running && !progress.error && progress.findings.length === 0 && <div class="card all-well"><Mark tone="ok" /><p>Everything is consistent.</p></div>}
          {progress.findings.map((finding, index) => <Difference key={index} finding={finding} />)}
        </div>
      )}
    </Section>
  );
}

function Difference({ finding }: { finding: Finding }) {
  return (
    <div class="card stack">
      <p><Badge tone="warn">{sentence(finding.kind)}</Badge> <b>{finding.id ?? finding.subject}</b> {finding.region}</p>
      <p>{finding.message}</p>
      {(finding.expected ?? finding.found ?? finding.item) !== undefined && (
        <div class="diff">
          {finding.expected !== undefined && <div class="added"><span>+</span><span>{finding.expected}</span></div>}
          {finding.found !== undefined && <div class="removed"><span>−</span><span>{finding.found}</span></div>}
          {finding.item !== undefined && <div><span /><span>{finding.item}</span></div>}
        </div>
      )}
    </div>
  );
}
