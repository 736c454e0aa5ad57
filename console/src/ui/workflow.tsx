import layouts from 'generated:workflows';
import type { Tone } from './basics.tsx';

interface Layout {
  width: number;
  height: number;
  box: { width: number; height: number };
  boxes: { name: string; type: string; x: number; y: number }[];
  edges: { kind: string; path: string }[];
}

export type StepState = 'done' | 'current' | 'failed';

const LEGEND: [StepState, string, Tone][] = [['done', 'done', 'ok'], ['current', 'current', 'info'], ['failed', 'failed', 'bad']];
const WORDS: Record<StepState, string> = { done: 'done', current: 'current', failed: 'failed' };

/** A state machine as a graph, with the steps of a run marked. The layout is computed when the console is built. */
export function Workflow({ name, states }: { name: string; states: Record<string, StepState> }) {
  const layout = (layouts as Record<string, Layout>)[name];
  if (!layout) {
    return null;
  }
  const { width, height, box, boxes, edges } = layout;
  const told = boxes.filter(step => states[step.name]).map(step => `${step.name} ${WORDS[states[step.name] ?? 'done']}`).join(', ');
  return (
    <figure>
      <div class="graph" role="group" tabIndex={0} aria-label={`Steps of ${name}`}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={told || 'No step has begun'}>
          <defs>
            <marker id="arrow" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M1 1 6 4 1 7" class="edge" /></marker>
          </defs>
          {edges.map((edge, index) => <path key={index} class={`edge ${edge.kind}`} d={edge.path} marker-end="url(#arrow)" />)}
          {boxes.map(step => (
            <g key={step.name} class={`box ${states[step.name] ?? ''}`}>
              <rect x={step.x} y={step.y} width={box.width} height={box.height} rx={step.type === 'Task' || step.type === 'Map' ? 6 : 16} />
              <text x={step.x + box.width / 2} y={step.y + box.height / 2 + 4} text-anchor="middle">{step.name}</text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption class="legend">
        {LEGEND.map(([state, text, tone]) => <span key={state}><span class={`dot ${tone}`} aria-hidden="true" /> {text}</span>)}
        <span>Rounded boxes decide or wait. Dashed lines handle errors; a task that fails continues at its handler.</span>
      </figcaption>
    </figure>
  );
}
