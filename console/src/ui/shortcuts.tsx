import { useEffect, useRef } from 'preact/hooks';
import { areas } from '../pages/index.ts';
import { go } from '../core/router.ts';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Shortcuts of the keyboard, and the dialog that lists them. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pages = areas().flatMap(area => area.pages).filter(page => page.key);
  useEffect(() => {
    let goesTo = false;
    const press = (event: KeyboardEvent) => {
      if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
        return;
      }
      const page = goesTo ? pages.find(candidate => candidate.key === event.key) : undefined;
      goesTo = event.key === 'g';
      if (page) {
        go(page.path ? [page.path] : []);
      } else if (event.key === '/') {
        event.preventDefault();
        document.getElementById('search')?.focus();
      } else if (event.key === '?') {
        dialog.current?.showModal();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="shortcuts">
      <div class="body">
        <h2 id="shortcuts">Keyboard shortcuts</h2>
        <dl class="shortcuts">
          <dt><kbd>/</kbd></dt><dd>Search ids across services</dd>
          <dt><kbd>?</kbd></dt><dd>This list</dd>
          {pages.map(page => [<dt key={`k${page.path}`}><kbd>g</kbd> <kbd>{page.key}</kbd></dt>, <dd key={page.path}>{page.title}</dd>])}
          <dt><kbd>Esc</kbd></dt><dd>Close a dialog</dd>
        </dl>
        <div class="dialog-actions"><span class="spacer" /><button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button></div>
      </div>
    </dialog>
  );
}
